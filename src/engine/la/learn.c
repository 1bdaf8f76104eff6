#include "engine/la/learn.h"

#include "base/u32_list.h"

#include <stdlib.h>

/* How often a set literal may be corrected by a model while it grows. */
enum { GROW_MODELS = 6 };

bool is_kept(la *a, const lemma *l)
{
    assert(!l->dead && !pred_is_false(l->pred));
    term_vec head;
    term_vec_init(&head);
    for (size_t i = 0; i < l->cube.size; i++) term_vec_push(&head, l->cube.data[i].formula);
    support s = {.level = l->level, .also = &l->formula, .also_pred = l->pred};
    const u32_vec *clauses = horn_clauses_of(a->h, l->pred);
    bool kept = true;
    for (size_t i = 0; i < clauses->size && kept; i++)
        kept = edge_check(a, a->edges[clauses->data[i]], &s, head.data, head.size, NULL) == SMT_UNSAT;
    term_vec_release(&head);
    return kept;
}

static void copy_cube(cube *to, const cube *from)
{
    cube_clear(to);
    cube_append(to, from->data, from->size);
}

/* ---- trying ---- */

static void learner_init(learner *l, la *a, const goal *g)
{
    *l = (learner){.la = a, .pred = g->pred, .level = g->level, .n = horn_clauses_of(a->h, g->pred)->size};
    l->cores = alloc_zeroed(l->n + 1, sizeof *l->cores);
    l->tried = alloc_zeroed(l->n + 1, sizeof *l->tried);
    l->is_known = alloc_zeroed(l->n + 1, sizeof *l->is_known);
}

static void learner_release(learner *l)
{
    for (size_t i = 0; i < l->n; i++) {
        u32_vec_release(&l->cores[i]);
        u32_vec_release(&l->tried[i]);
    }
    free(l->cores);
    free(l->tried);
    free(l->is_known);
    cube_release(&l->cube);
    cube_release(&l->trial);
}

static bool has_core(const term_vec *cube_formulas, const u32_vec *core)
{
    for (size_t i = 0; i < core->size; i++) {
        bool found = false;
        for (size_t k = 0; k < cube_formulas->size && !found; k++) found = cube_formulas->data[k].id == core->data[i];
        if (!found) return false;
    }
    return true;
}

/* Asks the i-th clause; its core goes to tried[i]. */
static smt_result try_clause(learner *l, size_t i, const support *s, const term_vec *head, bool *keep)
{
    assert(i < l->n);
    edge *e = l->la->edges[horn_clauses_of(l->la->h, l->pred)->data[i]];
    memset(keep, 0, head->size + 1);
    smt_result r = edge_check(l->la, e, s, head->data, head->size, keep);
    u32_vec_clear(&l->tried[i]);
    for (size_t k = 0; r == SMT_UNSAT && k < head->size; k++)
        if (keep[k]) u32_vec_push(&l->tried[i], head->data[k].id);
    return r;
}

/* The trial is refuted: it, as far as cores need it, is the cube. */
static void adopt(learner *l, uint32_t level)
{
    l->level = level;
    cube_clear(&l->cube);
    for (size_t k = 0; k < l->trial.size; k++) {
        bool needed = false;
        for (size_t i = 0; i < l->n && !needed; i++) needed = u32_vec_has(&l->tried[i], l->trial.data[k].formula.id);
        if (needed) cube_push(&l->cube, l->trial.data[k]);
    }
    for (size_t i = 0; i < l->n; i++) {
        u32_vec swap = l->cores[i];
        l->cores[i] = l->tried[i];
        l->tried[i] = swap;
        l->is_known[i] = true;
    }
}

smt_result learner_try(learner *l, uint32_t level, bool relative, edge **witness)
{
    la *a = l->la;
    term_vec head;
    term_vec_init(&head);
    for (size_t i = 0; i < l->trial.size; i++) term_vec_push(&head, l->trial.data[i].formula);
    term self = term_mk_not(a->ts, term_mk_and(a->ts, head.data, head.size));
    support s = support_below(level);
    if (relative) {
        s.also = &self;
        s.also_pred = l->pred;
    }
    bool *keep = alloc_zeroed(head.size + 1, sizeof *keep);
    smt_result r = SMT_UNSAT;
    for (size_t k = 0; k < l->n && r == SMT_UNSAT; k++) {
        size_t i = k == 0 ? l->first : k <= l->first ? k - 1 : k;
        if (level == l->level && l->is_known[i] && has_core(&head, &l->cores[i])) {
            /* What the core needed of the annotation holds all the more relative to a weaker cube. */
            u32_vec_clear(&l->tried[i]);
            u32_vec_append(&l->tried[i], l->cores[i].data, l->cores[i].size);
            continue;
        }
        r = try_clause(l, i, &s, &head, keep);
        if (r == SMT_UNSAT) continue;
        l->first = i;
        if (r == SMT_SAT && witness) *witness = a->edges[horn_clauses_of(a->h, l->pred)->data[i]];
    }
    if (r == SMT_UNSAT) adopt(l, level);
    free(keep);
    term_vec_release(&head);
    return r;
}

/* ---- generalising ---- */

static bool is_objection_refuted(learner *l, edge *witness);

smt_result learner_try_hard(learner *l, bool relative)
{
    enum { MOST = 3, MANY_LEMMAS = 30 };
    edge *witness = NULL;
    smt_result r = learner_try(l, l->level, relative, &witness);
    const la_options *o = &l->la->options;
    bool pays = o->objections && !l->is_objection && (o->early_objections || l->la->places[l->pred.id].lemmas.size >= MANY_LEMMAS);
    for (int i = 0; i < MOST && r == SMT_SAT && pays && is_objection_refuted(l, witness); i++) r = learner_try(l, l->level, relative, &witness);
    return r;
}

/* Drops what the refutation does not need. */
static void drop(learner *l, bool relative)
{
    for (size_t i = 0; i < l->cube.size && !la_is_over(l->la);) {
        copy_cube(&l->trial, &l->cube);
        memmove(l->trial.data + i, l->trial.data + i + 1, (l->trial.size - 1 - i) * sizeof *l->trial.data);
        l->trial.size--;
        /* Literals before i stay needed: with fewer others they are needed all the more. */
        if (learner_try_hard(l, relative) != SMT_UNSAT) i++;
    }
}

/* Lets the i-th literal, a set, have all cells but those that models object to. */
static void grow(learner *l, size_t i)
{
    la *a = l->la;
    literal small = l->cube.data[i];
    cell_set wide = a->places[l->pred.id].reach[small.param];
    for (int tries = 0; tries < GROW_MODELS && !la_is_over(a); tries++) {
        if (cell_set_count(&wide) == cell_set_count(&small.cells)) return;
        edge *witness = NULL;
        copy_cube(&l->trial, &l->cube);
        l->trial.data[i] = cells_literal(a, l->pred, small.param, &wide);
        if (learner_try(l, l->level, false, &witness) != SMT_SAT) return;
        uint32_t cell;
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

/* Raises the level as long as the cube, as it is, stays refuted, up to the bound. */
static void push(learner *l, bool relative)
{
    copy_cube(&l->trial, &l->cube);
    while (l->level < l->la->bound && !la_is_over(l->la) && learner_try(l, l->level + 1, relative, NULL) == SMT_UNSAT) {}
}

/* Keeps the literals with keep[i]. */
static void shrink(cube *c, const bool *keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->size; i++)
        if (keep[i]) c->data[kept++] = c->data[i];
    c->size = kept;
}

static void learn_trial(learner *l)
{
    drop(l, true);
    push(l, true);
    stats_count(l->la->stats, la_lemmas);
    stats_add(l->la->stats, la_literals, l->cube.size);
    lemma_add(l->la, l->pred, l->level, &l->cube);
}

/* The edge has a model of the trial: the fact of its body that leads there may have no derivation either. */
static bool is_objection_refuted(learner *l, edge *witness)
{
    la *a = l->la;
    const clause *c = edge_clause(witness);
    goal g;
    term_vec head;
    if (c->n_body != 1 || !l->level) return false;
    term_vec_init(&head);
    for (size_t i = 0; i < l->trial.size; i++) term_vec_push(&head, l->trial.data[i].formula);
    bool refuted = decide(a, witness, l->level - 1, head.data, head.size, 0, &g);
    if (refuted) {
        learner o;
        learner_init(&o, a, &g);
        o.is_objection = true;
        copy_cube(&o.trial, &g.cube);
        refuted = g.cube.size && learner_try(&o, o.level, true, NULL) == SMT_UNSAT;
        if (refuted) learn_trial(&o);
        if (refuted) stats_count(a->stats, la_objections);
        learner_release(&o);
        cube_release(&g.cube);
    }
    term_vec_release(&head);
    return refuted;
}

uint32_t learn(la *a, const goal *g, const bool *needed)
{
    purpose before = a->purpose;
    a->purpose = PURPOSE(learn);
    learner l;
    learner_init(&l, a, g);
    copy_cube(&l.cube, &g->cube);
    push(&l, true);
    bool relative = l.level > g->level;
    if (!relative) shrink(&l.cube, needed);
    if (a->options.combine) combine_to_remainders(&l); /* before one of them is dropped */
    if (a->options.generalise) {
        drop(&l, relative);
        grow_sets(&l);
    }
    relative |= a->options.inductive;
    if (a->options.combine) {
        while (combine(&l, false)) relative = true;
        if (combine(&l, true)) relative = true;
    }
    if (a->options.interpolate && interpolate_pays(a, &l.cube)) interpolate(&l);
    if (relative) drop(&l, true);
    push(&l, true);
    stats_count(a->stats, la_lemmas);
    stats_add(a->stats, la_literals, l.cube.size);
    uint32_t number = lemma_add(a, l.pred, l.level, &l.cube);
    learner_release(&l);
    a->purpose = before;
    return number;
}
