#include "engine/interla/path.h"

#include "term/dag.h"

void interla_path_init(interla_path *p, term_store *ts, smt *follower, smt *scratch)
{
    *p = (interla_path){.ts = ts, .follower = follower, .scratch = scratch};
}

void interla_path_release(interla_path *p)
{
    term_vec_release(&p->all);
    u32_vec_release(&p->levels);
    u32_map_release(&p->symbols_at);
    u32_vec_release(&p->pool);
    u32_map_release(&p->number);
    term_vec_release(&p->symbols);
    u32_vec_release(&p->last);
    interla_link_vec_release(&p->links);
    u32_vec_release(&p->symbol_stamp);
    u32_vec_release(&p->conjunct_stamp);
}

static uint32_t number_of(interla_path *p, term symbol)
{
    bool added;
    uint32_t *number = u32_map_put(&p->number, symbol.id, &added);
    if (!added) return *number;
    *number = (uint32_t)p->symbols.size;
    term_vec_push(&p->symbols, symbol);
    u32_vec_push(&p->last, UINT32_MAX);
    u32_vec_push(&p->symbol_stamp, 0);
    return (uint32_t)p->symbols.size - 1;
}

/* The offset of the term's symbols in the pool. */
static uint32_t symbols_of(interla_path *p, term t)
{
    bool added;
    uint32_t *at = u32_map_put(&p->symbols_at, t.id, &added);
    if (!added) return *at;
    uint32_t offset = *at = (uint32_t)p->pool.size;
    term_vec found;
    term_vec_init(&found);
    dag_symbols(p->ts, &t, 1, &found);
    u32_vec_push(&p->pool, (uint32_t)found.size);
    for (size_t i = 0; i < found.size; i++) u32_vec_push(&p->pool, number_of(p, found.data[i]));
    term_vec_release(&found);
    return offset;
}

void interla_path_add(interla_path *p, term conjunct)
{
    uint32_t at = symbols_of(p, conjunct);
    for (uint32_t i = 0; i < p->pool.data[at]; i++) {
        uint32_t *last = &p->last.data[p->pool.data[at + 1 + i]];
        interla_link_vec_push(&p->links, (interla_link){(uint32_t)p->all.size, *last});
        *last = (uint32_t)p->links.size - 1;
    }
    term_vec_push(&p->all, conjunct);
    u32_vec_push(&p->conjunct_stamp, 0);
}

void interla_path_cut(interla_path *p, size_t size)
{
    while (p->all.size > size) {
        uint32_t at = symbols_of(p, term_vec_pop(&p->all));
        for (uint32_t i = 0; i < p->pool.data[at]; i++) {
            uint32_t *last = &p->last.data[p->pool.data[at + 1 + i]];
            *last = p->links.data[*last].below;
        }
        p->links.size -= p->pool.data[at];
    }
    p->conjunct_stamp.size = size;
    while (p->n_followed > size) {
        p->n_followed = u32_vec_pop(&p->levels);
        smt_pop(p->follower, 1);
    }
}

/* Puts symbols that the slice does not have yet at the end of `work`. */
static void reach_symbols(interla_path *p, term t, u32_vec *work)
{
    uint32_t at = symbols_of(p, t);
    for (uint32_t i = 0; i < p->pool.data[at]; i++) {
        uint32_t number = p->pool.data[at + 1 + i];
        if (p->symbol_stamp.data[number] == p->stamp) continue;
        p->symbol_stamp.data[number] = p->stamp;
        u32_vec_push(work, number);
    }
}

void interla_path_slice(interla_path *p, const term *terms, size_t n, term_vec *conjuncts, term_vec *symbols)
{
    u32_vec work;
    u32_vec_init(&work);
    p->stamp++;
    for (size_t i = 0; i < n; i++) reach_symbols(p, terms[i], &work);
    for (size_t next = 0; next < work.size; next++) {
        if (symbols) term_vec_push(symbols, p->symbols.data[work.data[next]]);
        for (uint32_t l = p->last.data[work.data[next]]; l != UINT32_MAX; l = p->links.data[l].below) {
            uint32_t at = p->links.data[l].conjunct;
            if (p->conjunct_stamp.data[at] == p->stamp) continue;
            p->conjunct_stamp.data[at] = p->stamp;
            term_vec_push(conjuncts, p->all.data[at]);
            reach_symbols(p, p->all.data[at], &work);
        }
    }
    u32_vec_release(&work);
}

/* The follower catches up with the path. */
static void follow(interla_path *p)
{
    if (p->n_followed == p->all.size) return;
    smt_push(p->follower);
    u32_vec_push(&p->levels, (uint32_t)p->n_followed);
    for (; p->n_followed < p->all.size; p->n_followed++) smt_assert(p->follower, p->all.data[p->n_followed]);
}

smt *interla_path_open(interla_path *p, const term *terms, size_t n, term_vec *symbols)
{
    term_vec slice;
    term_vec_init(&slice);
    interla_path_slice(p, terms, n, &slice, symbols);
    smt *solver = p->scratch;
    if (p->follower && 2 * slice.size > p->all.size) {
        solver = p->follower;
        follow(p);
        smt_push(solver);
    } else {
        smt_push(solver);
        for (size_t i = 0; i < slice.size; i++) smt_assert(solver, slice.data[i]);
    }
    term_vec_release(&slice);
    return solver;
}
