#include "itp/scope.h"

#include "term/dag.h"

void scope_init(scope *s, const term_store *ts)
{
    *s = (scope){.ts = ts};
    u64_map_init(&s->places);
    u64_map_init(&s->inside);
    u32_map_init(&s->known);
}

void scope_release(scope *s)
{
    u64_map_release(&s->places);
    u64_map_release(&s->inside);
    u32_map_release(&s->known);
}

/* A function is its name and its sorts; symbols have small keys, functions large ones. */
static bool find_key(const term_store *ts, term t, uint64_t *key)
{
    term_kind kind = term_kind_of(ts, t);
    *key = t.id;
    if (kind != TERM_APP) return kind == TERM_SYM;
    uint64_t h = map_hash_mix(map_hash_string(term_name(ts, t)), term_sort(ts, t).id);
    for (size_t i = 0; i < term_arity(ts, t); i++) h = map_hash_mix(h, term_sort(ts, term_arg(ts, t, i)).id);
    *key = h | UINT64_C(1) << 63;
    return true;
}

static void count_symbols(const term_store *ts, const term *formulas, size_t n, u64_map *counts)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, formulas, n, &all);
    u64_map seen;
    u64_map_init(&seen);
    for (size_t i = 0; i < all.size; i++) {
        uint64_t key;
        bool added;
        if (!find_key(ts, all.data[i], &key)) continue;
        u64_map_put(&seen, key, &added);
        if (added) *u64_map_put(counts, key, NULL) += 1;
    }
    u64_map_release(&seen);
    term_vec_release(&all);
}

void scope_add_node(scope *s, const term *formulas, size_t n) { count_symbols(s->ts, formulas, n, &s->places); }

void scope_reset(scope *s)
{
    u64_map_clear(&s->inside);
    u32_map_clear(&s->known);
}

void scope_enter(scope *s, const term *formulas, size_t n)
{
    count_symbols(s->ts, formulas, n, &s->inside);
    u32_map_clear(&s->known);
}

static bool is_shared_key(const scope *s, uint64_t key)
{
    const uint32_t *in = u64_map_find(&s->inside, key), *all = u64_map_find(&s->places, key);
    assert(!in || !all || *in <= *all); /* what is inside is somewhere */
    return in && all && *in < *all;
}

bool scope_has(scope *s, term t)
{
    const uint32_t *known = u32_map_find(&s->known, t.id);
    if (known) return *known;
    term_vec all;
    term_vec_init(&all);
    dag_subterms(s->ts, &t, 1, &all);
    bool shared = true;
    uint64_t key;
    for (size_t i = 0; i < all.size && shared; i++)
        if (find_key(s->ts, all.data[i], &key)) shared = is_shared_key(s, key);
    term_vec_release(&all);
    *u32_map_put(&s->known, t.id, NULL) = shared;
    return shared;
}

static void list_symbols(scope *s, const term *roots, size_t n, bool shared, term_vec *out)
{
    term_vec all;
    term_vec_init(&all);
    dag_symbols(s->ts, roots, n, &all);
    for (size_t i = 0; i < all.size; i++)
        if (is_shared_key(s, all.data[i].id) == shared) term_vec_push(out, all.data[i]);
    term_vec_release(&all);
}

void scope_shared_symbols(scope *s, const term *roots, size_t n, term_vec *out) { list_symbols(s, roots, n, true, out); }
void scope_local_symbols(scope *s, const term *roots, size_t n, term_vec *out) { list_symbols(s, roots, n, false, out); }

size_t scope_cost(void *context, term t)
{
    scope *s = context;
    return dag_size(s->ts, t) + (scope_has(s, t) ? 0 : 1000);
}
