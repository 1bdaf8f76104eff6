#include "engine/la/la.h"

#include <stdlib.h>

/* How often a set literal may be corrected by a model while it grows. */
enum { GROW_MODELS = 6 };

static support at_level(uint32_t level)
{
    if (level == LEVEL_ALWAYS) return (support){.level = LEVEL_ALWAYS};
    return level ? (support){.level = level - 1} : (support){.is_closed = true};
}

smt_result refutes(la *a, pred p, uint32_t level, const cube *c, bool relative, bool *keep, edge **witness)
{
    term_vec head;
    term_vec_init(&head);
    for (size_t i = 0; i < c->size; i++) term_vec_push(&head, c->data[i].formula);
    term self = term_mk_not(a->ts, term_mk_and(a->ts, head.data, head.size));
    support s = at_level(level);
    if (relative) {
        s.also = &self;
        s.also_pred = p;
    }
    smt_result r = SMT_UNSAT;
    const u32_vec *clauses = horn_clauses_of(a->h, p);
    for (size_t i = 0; i < clauses->size && r == SMT_UNSAT; i++) {
        edge *e = a->edges[clauses->data[i]];
        r = edge_check(a, e, &s, head.data, head.size, keep);
        if (r == SMT_SAT && witness) *witness = e;
    }
    term_vec_release(&head);
    return r;
}

/* Keeps the literals with keep[i]. */
static void shrink(cube *c, const bool *keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->size; i++)
        if (keep[i]) c->data[kept++] = c->data[i];
    c->size = kept;
}

static void copy_cube(cube *to, const cube *from)
{
    cube_clear(to);
    cube_append(to, from->data, from->size);
}

typedef struct learner {
    la *la;
    pred pred;
    uint32_t level;
    cube cube;
    cube trial;
    bool *keep; /* scratch, as large as the cube was at first */
} learner;

/* Is the trial refuted too? If so, its core is the cube from now on. That is right also for an answer relative to the trial: the core
 * is the weaker cube, so its negation is the stronger support. */
static bool adopt(learner *l, bool relative)
{
    memset(l->keep, 0, l->trial.size + 1);
    if (refutes(l->la, l->pred, l->level, &l->trial, relative, l->keep, NULL) != SMT_UNSAT) return false;
    copy_cube(&l->cube, &l->trial);
    shrink(&l->cube, l->keep);
    return true;
}

static void try_without(learner *l, size_t i)
{
    copy_cube(&l->trial, &l->cube);
    memmove(l->trial.data + i, l->trial.data + i + 1, (l->trial.size - 1 - i) * sizeof *l->trial.data);
    l->trial.size--;
}

/* Drops what the refutation does not need. */
static void drop(learner *l, bool relative)
{
    for (size_t i = 0; i < l->cube.size && !la_is_over(l->la);) {
        size_t before = l->cube.size;
        try_without(l, i);
        if (!adopt(l, relative)) i++;
        else if (l->cube.size < before - 1) i = 0;
    }
}

/* Lets the i-th literal, a set, have all cells but those that models object to. */
static void grow(learner *l, size_t i)
{
    la *a = l->la;
    literal small = l->cube.data[i];
    cell_set wide = a->places[l->pred.id].reach[small.param];
    for (int tries = 0; tries < GROW_MODELS && !la_is_over(a); tries++) {
        edge *witness = NULL;
        copy_cube(&l->trial, &l->cube);
        l->trial.data[i] = cells_literal(a, l->pred, small.param, &wide);
        if (cell_set_count(&wide) == cell_set_count(&small.cells)) return;
        smt_result r = refutes(a, l->pred, l->level, &l->trial, false, NULL, &witness);
        if (r == SMT_UNSAT) {
            copy_cube(&l->cube, &l->trial);
            return;
        }
        uint32_t cell;
        if (r == SMT_UNKNOWN) return;
        term value = edge_value(witness, edge_at(witness, edge_clause(witness)->n_body, horn_param(a->h, l->pred, small.param)));
        if (!cells_of_value(a, l->pred, small.param, value, &cell) || cell_set_has(&small.cells, cell)) return;
        cell_set_remove(&wide, cell);
    }
}

static void grow_sets(learner *l)
{
    for (size_t i = 0; i < l->cube.size; i++)
        if (l->cube.data[i].param != NO_PARAM) grow(l, i);
}

/* Raises the level as long as the cube stays refuted, up to the bound. */
static void push(learner *l, bool relative)
{
    la *a = l->la;
    copy_cube(&l->trial, &l->cube);
    while (l->level < a->bound && !la_is_over(a)) {
        memset(l->keep, 0, l->trial.size + 1);
        if (refutes(a, l->pred, l->level + 1, &l->trial, relative, l->keep, NULL) != SMT_UNSAT) return;
        l->level++;
        copy_cube(&l->cube, &l->trial);
        shrink(&l->cube, l->keep);
    }
}

uint32_t learn(la *a, const goal *g, const bool *needed)
{
    learner l = {.la = a, .pred = g->pred, .level = g->level};
    l.keep = alloc_zeroed(g->cube.size + 1, sizeof *l.keep);
    copy_cube(&l.cube, &g->cube);
    push(&l, true);
    if (l.level == g->level) shrink(&l.cube, needed);
    if (a->options.generalise) {
        drop(&l, l.level > g->level);
        grow_sets(&l);
    }
    bool relative = a->options.inductive;
    if (a->options.combine) {
        while (combine(a, l.pred, l.level, false, &l.cube)) relative = true;
        if (combine(a, l.pred, l.level, true, &l.cube)) relative = true;
    }
    if (a->options.interpolate && interpolate_pays(a, &l.cube)) interpolate(a, l.pred, l.level, &l.cube);
    if (relative) drop(&l, true);
    push(&l, true);
    stats_count(a->stats, la_lemmas);
    stats_add(a->stats, la_literals, l.cube.size);
    uint32_t number = lemma_add(a, l.pred, l.level, &l.cube);
    cube_release(&l.cube);
    cube_release(&l.trial);
    free(l.keep);
    return number;
}
