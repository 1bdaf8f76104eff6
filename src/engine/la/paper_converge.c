/* From a bounded proof to a model of the clauses themselves: covering, as in Duality; Houdini on the annotations' formulas; predicate abstraction over their atoms. */

#include "engine/la/paper.h"
#include "logic/houdini.h"

#include <stdlib.h>

/* Share of the time for the last two, and what a run of one may take. */
#define SHARE 0.25
#define SECONDS 5.0
/* Predicates of one place: all disjunctions of two of their literals are looked at. */
#define MAX_ATOMS 10

/* ---- covering ---- */

/* Levels from..to of p, read as a disjunction. */
static term any_of(paper *s, pred p, uint32_t from, uint32_t to)
{
    term_vec cases;
    term_vec_init(&cases);
    for (uint32_t k = from; k <= to; k++) term_vec_push(&cases, paper_instance(s, p, k)->formula);
    term t = term_mk_or(s->ts, cases.data, cases.size);
    term_vec_release(&cases);
    return t;
}

/* Every instance at to + 1 is covered by those from..to. */
static bool is_covered(paper *s, uint32_t from, uint32_t to)
{
    for (uint32_t p = 0; p < horn_pred_count(s->h) && !paper_is_over(s); p++)
        if (smt_entails(s->solver, paper_instance(s, (pred){p}, to + 1)->formula, any_of(s, (pred){p}, from, to)) != SMT_UNSAT) return false;
    return !paper_is_over(s);
}

/* If each instance at to + 1 is covered by earlier ones, their disjunction is inductive: what a clause derives from a disjunct is in the next one. With
 * several body atoms the disjuncts would have to be of one level, so there it is a single one. */
static bool cover(paper *s, model *out)
{
    for (uint32_t to = 0; to < s->bound; to++) {
        uint32_t from = horn_is_linear(s->h) ? 0 : to;
        if (!is_covered(s, from, to)) continue;
        model_init(out, s->h);
        for (uint32_t p = 0; p < horn_pred_count(s->h); p++) model_set(out, (pred){p}, any_of(s, (pred){p}, from, to));
        return true;
    }
    return false;
}

/* ---- inductive subsets ---- */

typedef struct subset {
    paper *s;
    term_vec *of; /* by predicate */
    limits within;
} subset;

static void set_labels(const subset *x, uint32_t index)
{
    const clause *c = horn_clause(x->s->h, index);
    for (size_t j = 0; j < c->n_body; j++) x->s->labels[j] = (edge_labels){.first = &x->of[c->body[j].pred.id]};
}

static smt_result keeps(void *context, uint32_t index, term all)
{
    subset *x = context;
    set_labels(x, index);
    return edges_entail(x->s->edges, index, term_true(x->s->ts), x->s->labels, all);
}

static term value(void *context, uint32_t index, term t) { return edges_head_value(((subset *)context)->s->edges, index, t); }
static bool is_over(void *context) { return limits_is_over(&((subset *)context)->within); }
static const u32_vec *uses(void *context, uint32_t node) { return horn_uses_of(((subset *)context)->s->h, (pred){node}); }
static uint32_t target(void *context, uint32_t index)
{
    const clause *c = horn_clause(((subset *)context)->s->h, index);
    return pred_is_false(c->head.pred) ? HOUDINI_NOWHERE : c->head.pred.id;
}

static bool refutes_queries(const subset *x)
{
    const u32_vec *queries = horn_clauses_of(x->s->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) {
        set_labels(x, queries->data[i]);
        if (edges_feasible(x->s->edges, queries->data[i], term_true(x->s->ts), x->s->labels) != SMT_UNSAT) return false;
    }
    return true;
}

/* The greatest inductive subset of the candidates, if it refutes the queries. */
static bool find_inductive(paper *s, term_vec *candidates, model *out)
{
    subset x = {s, candidates, limits_within(&s->limits, SECONDS)};
    houdini h = {.ts = s->ts, .question = {keeps, value, &x}, .candidates = candidates, .n_edges = (uint32_t)horn_clause_count(s->h),
                 .target = target, .uses = uses, .is_over = is_over};
    if (!houdini_run(&h) || !refutes_queries(&x)) return false;
    model_init(out, s->h);
    for (uint32_t p = 0; p < horn_pred_count(s->h); p++) model_set(out, (pred){p}, term_mk_and(s->ts, candidates[p].data, candidates[p].size));
    return true;
}

/* ---- predicate abstraction ---- */

static bool is_atom(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_LE || k == TERM_LT || (k == TERM_SYM && sort_kind_of(ts, term_sort(ts, t)) == SORT_BOOL)
           || (k == TERM_EQ && sort_kind_of(ts, term_sort(ts, term_arg(ts, t, 0))) != SORT_BOOL);
}

/* The latest atoms of p's formulas, and their negations: the predicates of the abstraction. */
static void list_literals(const paper *s, pred p, term_vec *out)
{
    term_vec all;
    term_vec_init(&all);
    const term_vec *from = &s->candidates[p.id];
    dag_subterms(s->ts, from->data, from->size, &all);
    for (size_t i = all.size; i-- > 0 && out->size < 2 * MAX_ATOMS;) {
        if (term_has_bound(s->ts, all.data[i]) || !is_atom(s->ts, all.data[i])) continue;
        term_vec_push(out, all.data[i]);
        term_vec_push(out, term_mk_not(s->ts, all.data[i]));
    }
    term_vec_release(&all);
}

/* Abstract states are told by clauses of at most two literals. */
static void add_clauses(const paper *s, pred p, term_vec *out)
{
    term_vec literals;
    term_vec_init(&literals);
    list_literals(s, p, &literals);
    for (size_t i = 0; i < literals.size; i++)
        for (size_t k = i; k < literals.size; k++) {
            term t = term_mk_or2(s->ts, literals.data[i], literals.data[k]);
            if (!term_is_equal(t, term_true(s->ts)) && !term_vec_has(out, t)) term_vec_push(out, t);
        }
    term_vec_release(&literals);
}

/* By Houdini, of all formulas, or of those of the abstraction as well. */
static bool converge_by(paper *s, bool abstraction, model *out)
{
    size_t n = horn_pred_count(s->h);
    term_vec *candidates = alloc_zeroed(n + 1, sizeof *candidates);
    for (uint32_t p = 0; p < n; p++) {
        term_vec_append(&candidates[p], s->candidates[p].data, s->candidates[p].size);
        if (abstraction) add_clauses(s, (pred){p}, &candidates[p]);
    }
    bool found = find_inductive(s, candidates, out);
    for (size_t p = 0; p < n; p++) term_vec_release(&candidates[p]);
    free(candidates);
    return found;
}

/* ---- all of it ---- */

bool paper_converge(paper *s, model *out)
{
    if (s->options.cover && cover(s, out)) return true;
    double begin = limits_now();
    if (s->tried == s->n_candidates || s->converging > SHARE * (begin - s->started)) return false;
    s->tried = s->n_candidates;
    bool found = s->options.houdini && converge_by(s, false, out);
    if (!found && s->options.predicates) found = converge_by(s, true, out);
    s->converging += limits_now() - begin;
    return found;
}
