#include "engine/lawi/rules.h"

#include <stdlib.h>

/* Cases of one application of a clause that get vertices of their own. */
#define MAX_CASES 24

/* A choice of vertices for the body of a clause, counted through like an odometer. */
typedef struct choice {
    const clause *c;
    uint32_t v;
    size_t at; /* the atom that is v; atoms before it are vertices other than v, so that no choice comes twice */
    u32_vec index; /* in the list of each atom */
    u32_vec vertices;
} choice;

static const u32_vec *candidates(const unwinding *u, const choice *k, size_t j) { return &u->places[k->c->body[j].pred.id].expanded; }

/* v is the last one of its predicate's list. */
static size_t choices_for(const unwinding *u, const choice *k, size_t j)
{
    size_t n = candidates(u, k, j)->size;
    bool same = pred_is_equal(k->c->body[j].pred, unwinding_vertex(u, k->v)->pred);
    return j == k->at ? 1 : same && j < k->at ? n - 1 : n;
}

static bool next_choice(const unwinding *u, choice *k)
{
    for (size_t j = 0; j < k->c->n_body; j++) {
        if (++k->index.data[j] < choices_for(u, k, j)) return true;
        k->index.data[j] = 0;
    }
    return false;
}

static void add_choices(unwinding *u, uint32_t clause_index, choice *k)
{
    for (size_t j = 0; j < k->c->n_body; j++)
        if (!choices_for(u, k, j)) return;
    u32_vec_clear(&k->index);
    u32_vec_resize(&k->index, k->c->n_body);
    do {
        u32_vec_clear(&k->vertices);
        for (size_t j = 0; j < k->c->n_body; j++)
            u32_vec_push(&k->vertices, j == k->at ? k->v : candidates(u, k, j)->data[k->index.data[j]]);
        unwinding_add(u, clause_index, term_true(u->ts), k->vertices.data);
        if (limits_is_over(&u->context->limits)) {
            u->incomplete = true;
            return;
        }
    } while (next_choice(u, k));
}

void lawi_expand(unwinding *u, uint32_t v)
{
    vertex *x = unwinding_vertex(u, v);
    assert(!x->expanded && !pred_is_false(x->pred));
    pred p = x->pred;
    x->expanded = true;
    u32_vec_push(&u->places[p.id].expanded, v);
    const u32_vec *uses = horn_uses_of(u->h, p);
    choice k = {.v = v};
    for (size_t i = 0; i < uses->size; i++) {
        k.c = horn_clause(u->h, uses->data[i]);
        for (k.at = 0; k.at < k.c->n_body; k.at++)
            if (pred_is_equal(k.c->body[k.at].pred, p)) add_choices(u, uses->data[i], &k);
    }
    u32_vec_release(&k.index);
    u32_vec_release(&k.vertices);
}

/* The values under which the edge was found feasible make one case; the rest of the cases is another vertex. */
uint32_t lawi_split(unwinding *u, uint32_t v)
{
    const vertex *x = unwinding_vertex(u, v);
    if (x->is_case || x->cases >= MAX_CASES) return NO_VERTEX;
    term one = edges_case(u->edges, x->clause, x->guard);
    if (term_is_none(one) || term_is_equal(one, term_true(u->ts))) return NO_VERTEX;
    term rest = term_mk_and2(u->ts, x->guard, term_mk_not(u->ts, one));
    u32_vec parents;
    u32_vec_init(&parents);
    u32_vec_append(&parents, unwinding_parents(u, v), unwinding_parent_count(u, v));
    uint32_t made = unwinding_add(u, x->clause, rest, parents.data);
    unwinding_vertex(u, v)->guard = one;
    unwinding_vertex(u, v)->is_case = true;
    unwinding_vertex(u, made)->cases = (uint16_t)(unwinding_vertex(u, v)->cases + 1);
    u32_vec_release(&parents);
    return made;
}

void lawi_expand_facts(unwinding *u)
{
    for (uint32_t i = 0; i < horn_clause_count(u->h); i++)
        if (!horn_clause(u->h, i)->n_body) unwinding_add(u, i, term_true(u->ts), NULL);
}
