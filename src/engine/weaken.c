#include "engine/weaken.h"

#include "term/dag.h"

#include <stdlib.h>

/* Checks spent on one edge. */
#define MAX_TRIALS 40
#define WEAKEN_SECONDS 1.0
#define TRIAL_SECONDS 0.2
/* Conjuncts that a disjunction may become. */
#define MAX_SPLIT 12

/* ---- conjuncts ---- */

/* The disjunction of one conjunct of each disjunct, for each choice. */
static void distribute(term_store *ts, term disjunction, term_vec *out)
{
    term_vec made, next, parts;
    term_vec_init(&made);
    term_vec_init(&next);
    term_vec_init(&parts);
    term_vec_push(&made, term_false(ts));
    size_t n = term_arity(ts, disjunction);
    for (size_t i = 0; i < n && made.size <= MAX_SPLIT; i++) {
        term_vec_clear(&parts);
        term_vec_clear(&next);
        dag_conjuncts(ts, term_arg(ts, disjunction, i), &parts);
        for (size_t k = 0; k < made.size; k++)
            for (size_t j = 0; j < parts.size; j++) term_vec_push(&next, term_mk_or2(ts, made.data[k], parts.data[j]));
        term_vec_clear(&made);
        term_vec_append(&made, next.data, next.size);
    }
    if (made.size <= MAX_SPLIT) term_vec_append(out, made.data, made.size);
    else term_vec_push(out, disjunction);
    term_vec_release(&made);
    term_vec_release(&next);
    term_vec_release(&parts);
}

void weaken_split(term_store *ts, term formula, term_vec *out)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(ts, formula, &parts);
    for (size_t i = 0; i < parts.size; i++) {
        if (term_kind_of(ts, parts.data[i]) == TERM_OR) distribute(ts, parts.data[i], out);
        else term_vec_push(out, parts.data[i]);
    }
    term_vec_release(&parts);
}

/* ---- one edge ---- */

/* A conjunct of the label of one of the parents. */
typedef struct piece {
    size_t parent;
    term conjunct; /* TERM_NONE: dropped */
} piece;
VEC_DECLARE(piece_vec, piece);

typedef struct weakening {
    const path_graph *g;
    term_store *ts;
    path_vertex at; /* what is derived */
    term goal;
    size_t n; /* parents */
    piece_vec pieces;
    term_vec *trial; /* by parent: pieces assumed */
    edge_labels *labels;
    size_t trials_left;
    double end; /* when to stop; 0: not decided yet */
} weakening;

/* Do the pieces suffice for the goal? */
static bool suffices(weakening *w)
{
    if (!w->trials_left || (w->end > 0 && limits_now() > w->end)) return false;
    w->trials_left--;
    for (size_t j = 0; j < w->n; j++) term_vec_clear(&w->trial[j]);
    for (size_t i = 0; i < w->pieces.size; i++) {
        piece at = w->pieces.data[i];
        assert(at.parent < w->n);
        if (!term_is_none(at.conjunct)) term_vec_push(&w->trial[at.parent], at.conjunct);
    }
    return edges_entail(w->g->edges, w->at.clause, w->at.guard, w->labels, w->goal) == SMT_UNSAT;
}

/* Puts `other` in the place of piece i, if that still suffices. */
static bool replace(weakening *w, size_t i, term other)
{
    assert(i < w->pieces.size && (term_is_none(other) || term_is_bool(w->ts, other)));
    term old = w->pieces.data[i].conjunct;
    w->pieces.data[i].conjunct = other;
    if (suffices(w)) return true;
    w->pieces.data[i].conjunct = old;
    return false;
}

static void drop_outside_core(weakening *w)
{
    for (size_t i = 0; i < w->pieces.size; i++)
        if (!edges_is_in_core(w->g->edges, w->at.clause, w->pieces.data[i].parent, w->pieces.data[i].conjunct))
            w->pieces.data[i].conjunct = TERM_NONE;
}

static void drop_pieces(weakening *w)
{
    for (size_t i = w->pieces.size; i-- > 0;)
        if (!term_is_none(w->pieces.data[i].conjunct)) replace(w, i, TERM_NONE);
}

static bool is_linear_equation(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_EQ && term_is_arith(ts, term_arg(ts, t, 0));
}

static bool is_inequality(const term_store *ts, term t)
{
    return !term_is_none(t) && (term_kind_of(ts, t) == TERM_LE || term_kind_of(ts, t) == TERM_LT);
}

/* An equation becomes one of its halves, or both as two pieces. */
static void halve_equations(weakening *w)
{
    term_store *ts = w->ts;
    size_t n = w->pieces.size;
    for (size_t i = 0; i < n; i++) {
        piece at = w->pieces.data[i];
        if (term_is_none(at.conjunct) || !is_linear_equation(ts, at.conjunct)) continue;
        term left = term_arg(ts, at.conjunct, 0), right = term_arg(ts, at.conjunct, 1);
        term low = term_mk_le(ts, left, right), high = term_mk_le(ts, right, left);
        if (replace(w, i, low) || replace(w, i, high)) continue;
        w->pieces.data[i].conjunct = low;
        piece_vec_push(&w->pieces, (piece){at.parent, high});
    }
}

/* a <= c and b < d give a + b < c + d. */
static term sum_of(term_store *ts, term a, term b)
{
    assert(is_inequality(ts, a) && is_inequality(ts, b));
    term left = term_mk_add2(ts, term_arg(ts, a, 0), term_arg(ts, b, 0));
    term right = term_mk_add2(ts, term_arg(ts, a, 1), term_arg(ts, b, 1));
    bool strict = term_kind_of(ts, a) == TERM_LT || term_kind_of(ts, b) == TERM_LT;
    return strict ? term_mk_lt(ts, left, right) : term_mk_le(ts, left, right);
}

static bool are_summable(const weakening *w, size_t i, size_t j)
{
    const term_store *ts = w->ts;
    const piece *a = &w->pieces.data[i], *b = &w->pieces.data[j];
    if (a->parent != b->parent || !is_inequality(ts, a->conjunct) || !is_inequality(ts, b->conjunct)) return false;
    return term_sort(ts, term_arg(ts, a->conjunct, 0)).id == term_sort(ts, term_arg(ts, b->conjunct, 0)).id;
}

/* Two half-spaces become one. */
static void merge_pieces(weakening *w)
{
    for (size_t i = 0; i < w->pieces.size; i++)
        for (size_t j = i + 1; j < w->pieces.size; j++) {
            if (!are_summable(w, i, j)) continue;
            term other = w->pieces.data[j].conjunct;
            w->pieces.data[j].conjunct = TERM_NONE;
            if (!replace(w, i, sum_of(w->ts, w->pieces.data[i].conjunct, other))) w->pieces.data[j].conjunct = other;
        }
}

/* What is hard to decide is left as it is. */
static bool weaken_pieces(weakening *w)
{
    if (!suffices(w)) return false;
    w->end = limits_now() + WEAKEN_SECONDS;
    edges_set_seconds(w->g->edges, TRIAL_SECONDS);
    drop_outside_core(w);
    drop_pieces(w);
    halve_equations(w);
    merge_pieces(w);
    edges_set_seconds(w->g->edges, 0);
    return true;
}

bool weaken_edge(const path_graph *g, uint32_t v, term goal, term_vec *known)
{
    weakening w = {.g = g, .ts = horn_terms(g->h), .at = g->vertex(g->graph, v), .goal = goal, .trials_left = MAX_TRIALS};
    w.n = horn_clause(g->h, w.at.clause)->n_body;
    w.trial = alloc_zeroed(w.n + 1, sizeof *w.trial);
    w.labels = alloc_zeroed(w.n + 1, sizeof *w.labels);
    assert(term_is_bool(w.ts, goal));
    path_graph_labels(g, v, w.labels);
    for (size_t j = 0; j < w.n; j++) w.labels[j].third = &w.trial[j];
    for (size_t j = 0; j < w.n; j++)
        for (size_t i = 0; i < known[j].size; i++) piece_vec_push(&w.pieces, (piece){j, known[j].data[i]});
    bool ok = weaken_pieces(&w);
    for (size_t j = 0; j < w.n && ok; j++) term_vec_clear(&known[j]);
    for (size_t i = 0; i < w.pieces.size && ok; i++)
        if (!term_is_none(w.pieces.data[i].conjunct)) term_vec_push(&known[w.pieces.data[i].parent], w.pieces.data[i].conjunct);
    for (size_t j = 0; j < w.n; j++) term_vec_release(&w.trial[j]);
    free(w.trial);
    free(w.labels);
    piece_vec_release(&w.pieces);
    return ok;
}

/* ---- a path ---- */

static void weaken_premises(const path *p, size_t k, term goal, term_vec *labels)
{
    u32_vec premises;
    u32_vec_init(&premises);
    path_premises(p, k, &premises);
    term_vec *known = alloc_zeroed(premises.size + 1, sizeof *known);
    for (size_t j = 0; j < premises.size; j++) weaken_split(p->ts, labels->data[premises.data[j]], &known[j]);
    bool weaker = premises.size && weaken_edge(&p->of, p->nodes.data[k].vertex, goal, known);
    for (size_t j = 0; j < premises.size; j++) {
        assert(premises.data[j] < k && premises.data[j] < labels->size);
        if (weaker) labels->data[premises.data[j]] = term_mk_and(p->ts, known[j].data, known[j].size);
        term_vec_release(&known[j]);
    }
    free(known);
    u32_vec_release(&premises);
}

void weaken_path(const path *p, term_vec *labels)
{
    assert(labels->size + 1 == p->nodes.size);
    for (size_t k = p->nodes.size; k-- > 0;)
        if (!p->nodes.data[k].cut) weaken_premises(p, k, k < labels->size ? labels->data[k] : term_false(p->ts), labels);
}
