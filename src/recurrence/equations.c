#include "recurrence/equations.h"

#include "base/alloc.h"
#include "logic/houdini.h"
#include "recurrence/loop.h"
#include "smt/lazy.h"
#include "term/polynomial.h"
#include "term/reduce.h"

#include <stdlib.h>

enum { MAX_CANDIDATES = 40, LAZY_ROUNDS = 40 };
static const double QUERY_SECONDS = 0.3, LAZY_SECONDS = 1;

/* ---- candidates ---- */

typedef struct guessing {
    const horn *h;
    term_store *ts;
    pred p;
    size_t arity;
    const loop_case *c;
    loop_growth *growths; /* by argument; n is 0 where there is none */
    const clause *entry;
    substitution *at_entry; /* the case's variables as they are there, over parameters */
    term_vec *out;
} guessing;

static bool is_unchanged(const guessing *g, size_t i) { return term_is_equal(g->c->next[i], g->c->vars[i]); }

/* Over the parameters of unchanged arguments; TERM_NONE if the entry says something else. */
static term value_at_entry(const guessing *g, substitution *unchanged, size_t i)
{
    term value = is_unchanged(g, i) ? horn_param(g->h, g->p, i) : substitution_apply(unchanged, g->entry->head.args[i]);
    for (size_t k = 0; k < g->entry->n_vars; k++)
        if (dag_has_symbol(g->ts, value, g->entry->vars[k])) return TERM_NONE;
    return value;
}

/* Is what the growth of the argument depends on known at the entry? */
static bool is_known(const guessing *g, const bool *has_value, size_t argument)
{
    const loop_growth *x = &g->growths[argument];
    for (size_t k = 0; k < x->n; k++)
        for (size_t i = 0; i < g->arity; i++)
            if (!has_value[i] && dag_has_symbol(g->ts, x->d[k], g->c->vars[i])) return false;
    return true;
}

/* How many turns it has been is (counter - its first value) / step. With that, times what makes it integers:
 *   x = d0 + d1 C(k, 1) + d2 C(k, 2) + d3 C(k, 3) */
static void push_equation(guessing *g, size_t x, size_t counter)
{
    term_store *ts = g->ts;
    const loop_growth *of_x = &g->growths[x], *of_counter = &g->growths[counter];
    term by = of_counter->d[1], moved = term_mk_sub(ts, horn_param(g->h, g->p, counter), substitution_apply(g->at_entry, of_counter->d[0]));
    term sum = term_mk_int(ts, 0), whole = term_mk_int(ts, 1), falling = whole; /* falling: moved (moved - by) .. = k! by^k C(turns, k) */
    for (size_t k = 0; k < of_x->n; k++) {
        if (k > 0) {
            term factor = term_mk_mul2(ts, term_mk_int(ts, (int64_t)k), by);
            sum = term_mk_mul2(ts, sum, factor);
            whole = term_mk_mul2(ts, whole, factor);
            falling = term_mk_mul2(ts, falling, term_mk_sub(ts, moved, term_mk_mul2(ts, term_mk_int(ts, (int64_t)k - 1), by)));
        }
        sum = term_mk_add2(ts, sum, term_mk_mul2(ts, substitution_apply(g->at_entry, of_x->d[k]), falling));
    }
    term difference = polynomial_expand(ts, term_mk_sub(ts, term_mk_mul2(ts, whole, horn_param(g->h, g->p, x)), sum));
    if (term_is_none(difference) || !dag_has_kind(ts, difference, TERM_MUL)) return;
    term equation = term_mk_eq(ts, difference, term_mk_int(ts, 0));
    if (g->out->size < MAX_CANDIDATES && !term_vec_has(g->out, equation)) term_vec_push(g->out, equation);
}

static bool is_counter(const guessing *g, size_t i)
{
    const loop_growth *x = &g->growths[i];
    return x->n == 2 && term_kind_of(g->ts, x->d[1]) == TERM_NUM;
}

static void guess_from_entry(guessing *g)
{
    substitution *unchanged = substitution_new(g->ts);
    bool *has_value = alloc_zeroed(g->arity + 1, sizeof *has_value);
    g->at_entry = substitution_new(g->ts);
    for (size_t i = 0; i < g->arity; i++)
        if (is_unchanged(g, i) && term_kind_of(g->ts, g->entry->head.args[i]) == TERM_SYM) substitution_set(unchanged, g->entry->head.args[i], horn_param(g->h, g->p, i));
    for (size_t i = 0; i < g->arity; i++) {
        term value = value_at_entry(g, unchanged, i);
        has_value[i] = !term_is_none(value);
        if (has_value[i]) substitution_set(g->at_entry, g->c->vars[i], value);
    }
    for (size_t i = 0; i < g->arity; i++) {
        if (!is_counter(g, i) || !is_known(g, has_value, i)) continue;
        for (size_t x = 0; x < g->arity; x++)
            if (x != i && g->growths[x].n > 1 && is_known(g, has_value, x)) push_equation(g, x, i);
    }
    substitution_free(g->at_entry);
    substitution_free(unchanged);
    free(has_value);
}

static bool is_self_loop(const clause *c, pred p) { return c->n_body == 1 && pred_is_equal(c->body[0].pred, p) && pred_is_equal(c->head.pred, p); }

static void guess_from_case(guessing *g)
{
    g->growths = alloc_zeroed(g->arity + 1, sizeof *g->growths);
    loop_growths_find(g->ts, g->c, g->growths);
    const u32_vec *all = horn_clauses_of(g->h, g->p);
    for (size_t i = 0; i < all->size; i++) {
        g->entry = horn_clause(g->h, all->data[i]);
        if (!is_self_loop(g->entry, g->p)) guess_from_entry(g);
    }
    free(g->growths);
}

static void guess(const horn *h, pred p, term_vec *out)
{
    arena mem;
    arena_init(&mem);
    loop_case_vec cases;
    loop_case_vec_init(&cases);
    const u32_vec *all = horn_clauses_of(h, p);
    for (size_t i = 0; i < all->size; i++)
        if (is_self_loop(horn_clause(h, all->data[i]), p)) loop_cases(&mem, h, all->data[i], &cases);
    for (size_t i = 0; i < cases.size; i++) {
        guessing g = {.h = h, .ts = horn_terms(h), .p = p, .arity = horn_pred_arity(h, p), .c = &cases.data[i], .out = out};
        guess_from_case(&g);
        loop_case_release(&cases.data[i]);
    }
    loop_case_vec_release(&cases);
    arena_release(&mem);
}

/* ---- which of them are inductive ---- */

typedef struct check {
    const horn *h;
    const model *facts;
    term_vec *candidates; /* by predicate */
    smt *solver;
    bool has_model; /* of what was asked last, and still stands in the solver */
    const limits *limits;
} check;

/* What the candidates say about an atom. */
static term say(const check *c, atom a, term formula)
{
    model m;
    model_init(&m, c->h);
    model_set(&m, a.pred, formula);
    term said = model_apply(&m, c->h, a);
    model_release(&m);
    return said;
}

static smt_result keeps(void *context, uint32_t edge, term all)
{
    check *c = context;
    term_store *ts = horn_terms(c->h);
    const clause *of = horn_clause(c->h, edge);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, of->constraint);
    for (size_t i = 0; i < of->n_body; i++) {
        const term_vec *about = &c->candidates[of->body[i].pred.id];
        term_vec_push(&parts, model_apply(c->facts, c->h, of->body[i]));
        term_vec_push(&parts, say(c, of->body[i], term_mk_and(ts, about->data, about->size)));
    }
    term_vec_push(&parts, model_apply(c->facts, c->h, of->head));
    term_vec_push(&parts, term_mk_not(ts, say(c, of->head, all)));
    term lost = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    if (c->has_model) smt_pop(c->solver, 1);
    smt_push(c->solver);
    smt_assert(c->solver, lost);
    smt_result r = smt_check(c->solver, NULL, 0);
    c->has_model = r == SMT_SAT;
    if (!c->has_model) smt_pop(c->solver, 1);
    if (r != SMT_UNKNOWN) return r;
    limits own = limits_within(c->limits, LAZY_SECONDS);
    return lazy_check(ts, reduce(ts, lost), LAZY_ROUNDS, &own, NULL, NULL) == SMT_UNSAT ? SMT_UNSAT : SMT_UNKNOWN;
}

static term value(void *context, uint32_t edge, term candidate)
{
    const check *c = context;
    return smt_value(c->solver, say(c, horn_clause(c->h, edge)->head, candidate));
}

static uint32_t target(void *context, uint32_t edge)
{
    pred p = horn_clause(((check *)context)->h, edge)->head.pred;
    return pred_is_false(p) ? HOUDINI_NOWHERE : p.id;
}

static const u32_vec *uses(void *context, uint32_t node) { return horn_uses_of(((check *)context)->h, (pred){node}); }
static bool is_over(void *context) { return limits_is_over(((check *)context)->limits); }

static bool filter(const horn *h, const limits *l, const model *facts, term_vec *candidates)
{
    check c = {.h = h, .facts = facts, .candidates = candidates, .solver = smt_new(horn_terms(h), l, NULL), .limits = l};
    smt_set_query_limit(c.solver, QUERY_SECONDS);
    houdini run = {.ts = horn_terms(h), .question = {keeps, value, &c}, .candidates = candidates, .n_edges = (uint32_t)horn_clause_count(h),
                   .target = target, .uses = uses, .is_over = is_over};
    bool done = houdini_run(&run);
    smt_free(c.solver);
    return done;
}

bool loop_equations_exist(const horn *h)
{
    term_vec candidates;
    term_vec_init(&candidates);
    for (uint32_t p = 0; p < horn_pred_count(h) && !candidates.size; p++) guess(h, (pred){p}, &candidates);
    bool any = candidates.size > 0;
    term_vec_release(&candidates);
    return any;
}

bool loop_equations_add(const horn *h, const limits *l, model *facts)
{
    size_t n = horn_pred_count(h);
    term_vec *candidates = alloc_zeroed(n + 1, sizeof *candidates);
    bool any = false;
    for (uint32_t p = 0; p < n && !limits_is_over(l); p++) {
        guess(h, (pred){p}, &candidates[p]);
        any |= candidates[p].size > 0;
    }
    any = any && filter(h, l, facts, candidates);
    bool found = false;
    for (uint32_t p = 0; p < n; p++) {
        term all = term_mk_and(horn_terms(h), candidates[p].data, candidates[p].size);
        if (any) model_set(facts, (pred){p}, term_mk_and2(horn_terms(h), model_get(facts, (pred){p}), all));
        found |= any && candidates[p].size > 0;
        term_vec_release(&candidates[p]);
    }
    free(candidates);
    return found;
}
