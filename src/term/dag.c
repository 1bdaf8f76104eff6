#include "term/dag.h"

#include "term/store.h"

#include <stdlib.h>

/* The stamps are scratch space of the store: visiting changes no term. */
static uint32_t begin_visit(term_store *ts)
{
    if (ts->stamp.size < ts->nodes.size) u32_vec_resize(&ts->stamp, ts->nodes.size);
    if (++ts->visit == 0) {
        memset(ts->stamp.data, 0, ts->stamp.size * sizeof(uint32_t));
        ts->visit = 1;
    }
    return ts->visit;
}

/* Post-order. A term is pushed again with the top bit set once its arguments are on the stack. */
static void visit(term_store *ts, uint32_t mark, term root, term_vec *out)
{
    const uint32_t leave = UINT32_C(1) << 31;
    u32_vec *stack = &ts->visit_stack;
    u32_vec_clear(stack);
    u32_vec_push(stack, root.id);
    while (stack->size) {
        uint32_t top = u32_vec_pop(stack);
        if (top & leave) {
            term_vec_push(out, (term){top & ~leave});
            continue;
        }
        if (ts->stamp.data[top] == mark) continue;
        ts->stamp.data[top] = mark;
        const node *n = &ts->nodes.data[top];
        u32_vec_push(stack, top | leave);
        for (size_t i = n->n_args; i-- > 0;) {
            assert(ts->pool.data[n->args + i].id < top); /* arguments are older: no cycles */
            uint32_t a = ts->pool.data[n->args + i].id;
            if (ts->stamp.data[a] != mark) u32_vec_push(stack, a);
        }
    }
}

void dag_subterms(const term_store *cts, const term *roots, size_t n, term_vec *out)
{
    term_store *ts = (term_store *)(uintptr_t)cts;
    latch_require(ts->nodes.size < (UINT32_C(1) << 31));
    uint32_t mark = begin_visit(ts);
    for (size_t i = 0; i < n; i++) assert(roots[i].id < ts->nodes.size);
    for (size_t i = 0; i < n; i++) visit(ts, mark, roots[i], out);
}

size_t dag_size(const term_store *ts, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    size_t size = all.size;
    term_vec_release(&all);
    return size;
}

void dag_symbols(const term_store *ts, const term *roots, size_t n, term_vec *out)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, roots, n, &all);
    size_t start = out->size;
    for (size_t i = 0; i < all.size; i++)
        if (store_kind(ts, all.data[i]) == TERM_SYM) term_vec_push(out, all.data[i]);
    if (out->size > start) qsort(out->data + start, out->size - start, sizeof(term), term_compare);
    term_vec_release(&all);
}

bool dag_has_symbol(const term_store *ts, term t, term symbol)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = term_is_equal(all.data[i], symbol);
    term_vec_release(&all);
    return found;
}

bool dag_has_kind(const term_store *ts, term t, term_kind k)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = store_kind(ts, all.data[i]) == k;
    term_vec_release(&all);
    return found;
}

void dag_conjuncts(const term_store *ts, term t, term_vec *out)
{
    term_vec stack;
    term_vec_init(&stack);
    term_vec_push(&stack, t);
    while (stack.size) {
        term a = term_vec_pop(&stack);
        if (store_kind(ts, a) == TERM_AND)
            for (size_t i = term_arity(ts, a); i-- > 0;) term_vec_push(&stack, store_arg(ts, a, i));
        else if (!term_is_equal(a, term_true(ts)))
            term_vec_push(out, a);
    }
    term_vec_release(&stack);
}

/* ---- rewriting ---- */

/* The arguments' results in `args`, or false and the missing arguments on the stack. */
static bool args_ready(const term_store *ts, const u32_map *memo, term t, term_vec *args, term_vec *stack)
{
    const node *n = store_node(ts, t);
    bool ready = true;
    term_vec_clear(args);
    for (size_t i = 0; i < n->n_args; i++) {
        term a = ts->pool.data[n->args + i];
        const uint32_t *done = u32_map_find(memo, a.id);
        if (done) term_vec_push(args, (term){*done});
        else term_vec_push(stack, a);
        ready &= done != NULL;
    }
    return ready;
}

static bool is_same(const term_store *ts, term t, const term_vec *args)
{
    for (size_t i = 0; i < args->size; i++)
        if (!term_is_equal(args->data[i], store_arg(ts, t, i))) return false;
    return true;
}

/* What t becomes, or TERM_NONE and what has to be known first on the stack. */
static term rewrite(term_store *ts, const dag_rules *rules, const u32_map *memo, term t, term_vec *args, term_vec *stack)
{
    term inner = rules->enter ? rules->enter(rules->context, t) : TERM_NONE;
    if (!term_is_none(inner)) {
        const uint32_t *known = u32_map_find(memo, inner.id);
        if (known || term_is_equal(inner, t)) return known ? (term){*known} : t;
        term_vec_push(stack, inner);
        return TERM_NONE;
    }
    if (!args_ready(ts, memo, t, args, stack)) return TERM_NONE;
    term done = rules->step(rules->context, t, args->data);
    if (!term_is_none(done)) return done;
    return is_same(ts, t, args) ? t : term_rebuild(ts, t, args->data);
}

term dag_map_with(term_store *ts, term root, const dag_rules *rules, u32_map *memo)
{
    const uint32_t *known = u32_map_find(memo, root.id);
    if (known) return (term){*known};
    term_vec stack, args;
    term_vec_init(&stack);
    term_vec_init(&args);
    term_vec_push(&stack, root);
    while (stack.size) {
        term t = term_vec_last(&stack);
        if (!u32_map_find(memo, t.id)) {
            term done = rewrite(ts, rules, memo, t, &args, &stack);
            if (term_is_none(done)) continue;
            *u32_map_put(memo, t.id, NULL) = done.id;
        }
        stack.size--;
    }
    term_vec_release(&stack);
    term_vec_release(&args);
    return (term){*u32_map_find(memo, root.id)};
}

term dag_map(term_store *ts, term root, dag_map_fn *step, void *context)
{
    u32_map memo;
    u32_map_init(&memo);
    term result = dag_map_with(ts, root, &(dag_rules){.step = step, .context = context}, &memo);
    u32_map_release(&memo);
    return result;
}

/* ---- substitution ---- */

struct substitution {
    term_store *ts;
    u32_map by; /* symbol -> term */
    u32_map memo; /* term -> result */
};

substitution *substitution_new(term_store *ts)
{
    substitution *s = alloc_zeroed(1, sizeof *s);
    s->ts = ts;
    return s;
}

void substitution_free(substitution *s)
{
    if (!s) return;
    u32_map_release(&s->by);
    u32_map_release(&s->memo);
    free(s);
}

void substitution_clear(substitution *s)
{
    u32_map_clear(&s->by);
    u32_map_clear(&s->memo);
}

void substitution_set(substitution *s, term symbol, term by)
{
    assert(store_kind(s->ts, symbol) == TERM_SYM && sort_is_equal(term_sort(s->ts, symbol), term_sort(s->ts, by)));
    assert(!term_has_bound(s->ts, by));
    *u32_map_put(&s->by, symbol.id, NULL) = by.id;
    u32_map_clear(&s->memo);
}

term substitution_get(const substitution *s, term symbol)
{
    uint32_t *by = u32_map_find(&s->by, symbol.id);
    return by ? (term){*by} : TERM_NONE;
}

static term replace_symbol(void *context, term t, const term *args)
{
    const substitution *s = context;
    (void)args;
    return store_kind(s->ts, t) == TERM_SYM ? substitution_get(s, t) : TERM_NONE;
}

term substitution_apply(substitution *s, term t)
{
    return s->by.size ? dag_map_with(s->ts, t, &(dag_rules){.step = replace_symbol, .context = s}, &s->memo) : t;
}

term dag_substitute(term_store *ts, term t, const term *symbols, const term *by, size_t n)
{
    substitution *s = substitution_new(ts);
    for (size_t i = 0; i < n; i++) substitution_set(s, symbols[i], by[i]);
    term r = substitution_apply(s, t);
    substitution_free(s);
    return r;
}
