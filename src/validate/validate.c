#include "validate/validate.h"

#include "smt/blast.h"
#include "smt/lazy.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"
#include "term/lemmas.h"
#include "term/reduce.h"
#include "term/universe.h"
#include "validate/instantiate.h"

#include <stdio.h>

/* For instances of quantifiers, before the quantifiers themselves are tried. */
#define INSTANCE_SECONDS 5.0

/* ---- models ---- */

static void say_clause(text *why, const horn *h, size_t i)
{
    text_printf(why, "clause %zu", i + 1);
    if (horn_clause(h, i)->line) text_printf(why, " (line %u)", horn_clause(h, i)->line);
}

static smt_result refute(smt *solver, term t)
{
    smt_push(solver);
    smt_assert(solver, t);
    smt_result r = smt_check(solver, NULL, 0);
    smt_pop(solver, 1);
    return r;
}

/* The time for a clause before other ways are tried; less if it has operations for which there are better ways; and how many models of
 * its abstraction are looked at. */
static const double EASY_SECONDS = 1, BRIEF_SECONDS = 0.1, BITS_SECONDS = 3;
enum { LAZY_ROUNDS = 50 };

/* Quantifiers are hard for the solver; mostly the instances at the clause's array accesses refute it. */
static bool instances_refute(smt *solver, term_store *ts, term t)
{
    for (int generous = 0; generous < 2 && term_has_quantifier(ts, t); generous++) {
        smt_set_query_limit(solver, INSTANCE_SECONDS);
        smt_result r = refute(solver, instantiate_quantifiers(ts, t, generous));
        smt_set_query_limit(solver, EASY_SECONDS);
        if (r == SMT_UNSAT) return true;
    }
    return false;
}

static smt_result refute_by_bits(term_store *ts, term t, const limits *limit, double most)
{
    double seconds = limits_left(limit) / 2;
    limits own = limits_within(limit, seconds < most ? seconds : most);
    return limits_is_over(limit) ? SMT_UNKNOWN : blast_check(ts, t, &own, NULL, NULL);
}

/* Products may cancel when what the formula says of their factors is put in. */
static bool refute_reduced(smt *solver, term_store *ts, term t, const limits *limit)
{
    term reduced = reduce(ts, t);
    if (term_is_equal(reduced, t)) return false;
    smt_set_query_limit(solver, BRIEF_SECONDS);
    smt_result r = refute(solver, reduced);
    smt_set_query_limit(solver, EASY_SECONDS);
    limits own = limits_within(limit, EASY_SECONDS);
    return r == SMT_UNSAT || (r == SMT_UNKNOWN && lazy_check(ts, reduced, LAZY_ROUNDS, &own, NULL, NULL) == SMT_UNSAT);
}

/* What may be decided soon. */
static smt_result refute_soon(smt *solver, term_store *ts, term t, const limits *limit)
{
    bool is_hard = lemmas_is_about_part(ts, t), has_bits = is_hard && dag_has_kind(ts, t, TERM_INT_TO_BV);
    if (is_hard) smt_set_query_limit(solver, BRIEF_SECONDS);
    smt_result r = has_bits ? SMT_UNKNOWN : refute(solver, t);
    smt_set_query_limit(solver, EASY_SECONDS);
    if (r != SMT_UNKNOWN || !is_hard) return r;
    if (!has_bits && refute_reduced(solver, ts, t, limit)) return SMT_UNSAT;
    r = refute_by_bits(ts, t, limit, BITS_SECONDS);
    return r != SMT_UNKNOWN || has_bits ? r : refute(solver, t);
}

/* The refutation of a clause where uninterpreted sorts have one element; the other universes count where that cannot be said. */
static term in_universe_of_one(term_store *ts, term t)
{
    term of_one = universe_is_used(ts) ? universe_of_one(ts, t) : t;
    return term_is_none(of_one) ? t : of_one;
}

/* A countermodel that counts makes the refutation true whatever division by zero is, and fields that are not there. */
static bool is_open(smt *solver, term_store *ts, term refutation)
{
    smt_push(solver);
    smt_assert(solver, refutation);
    bool is_open = smt_check(solver, NULL, 0) != SMT_SAT;
    evaluator *e = evaluator_new(ts);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, &refutation, 1, &symbols);
    for (size_t i = 0; i < symbols.size && !is_open; i++) {
        term value = smt_value(solver, symbols.data[i]);
        if (!term_is_none(value)) evaluator_set(e, symbols.data[i], value);
    }
    if (!is_open) evaluator_eval(e, refutation, &is_open);
    evaluator_free(e);
    term_vec_release(&symbols);
    smt_pop(solver, 1);
    return is_open;
}

/* One solver serves all clauses. What it does not decide soon, and what has bit operations on integers, may be decided by bits, by
 * lemmas about operations, or by a fresh solver, which need not be incremental. */
static verdict check_model_clause(const horn *h, const model *m, size_t i, smt *solver, const limits *limit, text *why)
{
    term_store *ts = horn_terms(h);
    assert(i < horn_clause_count(h) && m->formula.size == horn_pred_count(h));
    term refutation = model_refute_clause(m, h, horn_clause(h, i)), t = in_universe_of_one(ts, refutation);
    if (term_is_equal(t, term_false(ts))) return VALID;
    if (instances_refute(solver, ts, t)) return VALID;
    smt_result r = refute_soon(solver, ts, t, limit);
    if (r == SMT_UNKNOWN) r = refute_by_bits(ts, t, limit, limits_left(limit));
    limits own = limits_within(limit, limits_left(limit) / 2);
    if (r == SMT_UNKNOWN && !limits_is_over(limit)) r = lazy_check(ts, t, LAZY_ROUNDS, &own, NULL, NULL);
    smt *fresh = NULL;
    if (r == SMT_UNKNOWN && !limits_is_over(limit)) {
        fresh = smt_new(ts, limit, NULL);
        smt_assert(fresh, t);
        r = smt_check(fresh, NULL, 0);
    }
    if (r != SMT_UNSAT) say_clause(why, h, i);
    if (r == SMT_SAT)
        text_adds(why, " does not hold under the model");
    else if (r == SMT_UNKNOWN)
        text_printf(why, " could not be checked: %s", fresh ? smt_why_unknown(fresh) : "out of time");
    smt_free(fresh);
    if (r == SMT_SAT && universe_is_used(ts) && universe_is_in_term(ts, refutation)) {
        text_adds(why, " where uninterpreted sorts have one element");
        return UNDECIDED;
    }
    if (r == SMT_SAT && !term_has_quantifier(ts, refutation) && is_open(solver, ts, refutation)) {
        text_adds(why, " for every value of a division by zero or of a field that is not there");
        return UNDECIDED;
    }
    return r == SMT_UNSAT ? VALID : r == SMT_SAT ? INVALID : UNDECIDED;
}

static smt *new_clause_solver(const horn *h, const limits *limit)
{
    smt *solver = smt_new(horn_terms(h), limit, NULL);
    smt_set_query_limit(solver, EASY_SECONDS);
    return solver;
}

static verdict check_model(const horn *h, const model *m, const limits *limit, stats *counters, text *why)
{
    if (m->formula.size != horn_pred_count(h)) {
        text_adds(why, "the model does not interpret every predicate");
        return INVALID;
    }
    verdict all = VALID;
    smt *solver = new_clause_solver(h, limit);
    for (size_t i = 0; i < horn_clause_count(h) && all == VALID; i++) {
        all = check_model_clause(h, m, i, solver, limit, why);
        stats_count(counters, validate_checks);
        if (all == VALID && limits_is_over(limit)) {
            text_adds(why, "out of time");
            all = UNDECIDED;
        }
    }
    smt_free(solver);
    return all;
}

void validate_clauses(const horn *h, const model *m, const limits *limit, verdict *out)
{
    text ignored;
    text_init(&ignored);
    smt *solver = new_clause_solver(h, limit);
    for (size_t i = 0; i < horn_clause_count(h); i++)
        out[i] = limits_is_over(limit) ? UNDECIDED : check_model_clause(h, m, i, solver, limit, &ignored);
    smt_free(solver);
    text_release(&ignored);
}

/* ---- derivations ---- */

/* What a step says, with its values put in: its constraint and its premises' arguments. */
typedef struct instance {
    const horn *h;
    const derivation *d;
    uint32_t number;
    const step *step;
    const clause *clause;
    evaluator *values;
} instance;

static bool is_well_formed(const derivation *d, const horn *h)
{
    for (size_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        if (s->clause >= horn_clause_count(h)) return false;
        const clause *c = horn_clause(h, s->clause);
        if (s->premise + c->n_body > d->premises.size || s->value + c->n_vars > d->values.size) return false;
        for (size_t k = 0; k < c->n_body; k++) {
            uint32_t p = d->premises.data[s->premise + k];
            if (p >= i || !pred_is_equal(horn_clause(h, d->steps.data[p].clause)->head.pred, c->body[k].pred)) return false;
        }
        for (size_t k = 0; k < c->n_vars; k++) {
            term v = d->values.data[s->value + k];
            if (!eval_is_value(horn_terms(h), v) || !sort_is_equal(term_sort(horn_terms(h), v), term_sort(horn_terms(h), c->vars[k]))) return false;
        }
    }
    return d->steps.size && pred_is_false(horn_clause(h, d->steps.data[d->steps.size - 1].clause)->head.pred);
}

/* A closed formula with quantifiers, which are not evaluated. */
static term decide_closed(const instance *x, const limits *limit)
{
    term_store *ts = horn_terms(x->h);
    term closed = dag_substitute(ts, x->clause->constraint, x->clause->vars, x->d->values.data + x->step->value, x->clause->n_vars);
    smt *solver = smt_new(ts, limit, NULL);
    smt_result holds = refute(solver, term_mk_not(ts, closed));
    smt_free(solver);
    return holds == SMT_UNKNOWN ? TERM_NONE : term_mk_bool(ts, holds == SMT_UNSAT);
}

/* Division by zero may have any value, and so may the field of what another constructor made: a step that meets one is left undecided. */
static verdict check_constraint(const instance *x, const limits *limit, text *why)
{
    bool div0 = false;
    term value = evaluator_eval(x->values, x->clause->constraint, &div0);
    if (term_is_none(value)) value = decide_closed(x, limit);
    if (div0) {
        text_printf(why, "step %u depends on a division by zero or a field that is not there", x->number + 1);
        return UNDECIDED;
    }
    if (term_is_none(value)) {
        text_printf(why, "step %u has a constraint that cannot be evaluated", x->number + 1);
        return UNDECIDED;
    }
    if (term_is_equal(value, term_true(horn_terms(x->h)))) return VALID;
    if (universe_is_used(horn_terms(x->h)) && universe_is_in_term(horn_terms(x->h), x->clause->constraint)) {
        text_printf(why, "step %u does not follow for every universe of its uninterpreted sorts", x->number + 1);
        return UNDECIDED;
    }
    text_printf(why, "step %u does not satisfy its clause's constraint", x->number + 1);
    return INVALID;
}

/* facts: the arguments of the facts concluded so far; first[i] is where step i's begin. */
static verdict check_premises(const instance *x, const term_vec *facts, const u32_vec *first, text *why)
{
    for (size_t k = 0; k < x->clause->n_body; k++) {
        atom a = x->clause->body[k];
        uint32_t premise = x->d->premises.data[x->step->premise + k];
        assert(premise < x->number && premise < first->size && first->data[premise] + horn_pred_arity(x->h, a.pred) <= facts->size);
        for (size_t i = 0; i < horn_pred_arity(x->h, a.pred); i++) {
            bool div0 = false;
            term value = evaluator_eval(x->values, a.args[i], &div0);
            if (div0 || term_is_none(value)) {
                text_printf(why, "step %u has an argument that cannot be evaluated", x->number + 1);
                return UNDECIDED;
            }
            if (!term_is_equal(value, facts->data[first->data[premise] + i])) {
                text_printf(why, "step %u does not fit its premise %u", x->number + 1, premise + 1);
                return INVALID;
            }
        }
    }
    return VALID;
}

static verdict conclude(const instance *x, term_vec *facts, u32_vec *first, text *why)
{
    assert(first->size == x->number); /* steps conclude in their order, one entry each */
    u32_vec_push(first, (uint32_t)facts->size);
    atom head = x->clause->head;
    if (pred_is_false(head.pred)) return VALID;
    for (size_t i = 0; i < horn_pred_arity(x->h, head.pred); i++) {
        bool div0 = false;
        term value = evaluator_eval(x->values, head.args[i], &div0);
        if (div0 || term_is_none(value)) {
            text_printf(why, "step %u has an argument that cannot be evaluated", x->number + 1);
            return UNDECIDED;
        }
        term_vec_push(facts, value);
    }
    return VALID;
}

/* The step as a formula: its constraint, what its premises say, and its conclusion. */
static term step_formula(const instance *x, const term_vec *facts, const u32_vec *first)
{
    term_store *ts = horn_terms(x->h);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, x->clause->constraint);
    for (size_t k = 0; k <= x->clause->n_body; k++) {
        bool is_head = k == x->clause->n_body;
        atom a = is_head ? x->clause->head : x->clause->body[k];
        const term *fact = facts->data + first->data[is_head ? x->number : x->d->premises.data[x->step->premise + k]];
        for (size_t i = 0; !pred_is_false(a.pred) && i < horn_pred_arity(x->h, a.pred); i++) term_vec_push(&parts, term_mk_eq(ts, a.args[i], fact[i]));
    }
    term t = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return dag_substitute(ts, t, x->clause->vars, x->d->values.data + x->step->value, x->clause->n_vars);
}

/* The evaluator takes elements of other names for others. To the solver they are symbols, which may be equal or not, of sorts of any size. */
static verdict check_universes(const instance *x, const term_vec *facts, const u32_vec *first, const limits *limit, text *why)
{
    term_store *ts = horn_terms(x->h);
    if (!universe_is_used(ts)) return VALID;
    term formula = step_formula(x, facts, first);
    if (!universe_is_in_term(ts, formula)) return VALID;
    smt *solver = smt_new(ts, limit, NULL);
    smt_result r = refute(solver, term_mk_not(ts, formula));
    smt_free(solver);
    if (r == SMT_UNSAT) return VALID;
    text_printf(why, "step %u %s for every universe of its uninterpreted sorts", x->number + 1, r == SMT_SAT ? "does not follow" : "could not be checked");
    return UNDECIDED;
}

static verdict check_derivation(const horn *h, const derivation *d, const limits *limit, text *why)
{
    if (d->is_outline) {
        text_adds(why, "loops have too many turns for it to be written down");
        return UNDECIDED;
    }
    if (!is_well_formed(d, h)) {
        text_adds(why, "the derivation is not well-formed");
        return INVALID;
    }
    instance x = {.h = h, .d = d, .values = evaluator_new(horn_terms(h))};
    term_vec facts;
    u32_vec first;
    term_vec_init(&facts);
    u32_vec_init(&first);
    verdict all = VALID;
    for (uint32_t i = 0; i < d->steps.size && all == VALID; i++) {
        x.number = i;
        x.step = &d->steps.data[i];
        x.clause = horn_clause(h, x.step->clause);
        evaluator_clear(x.values);
        for (size_t v = 0; v < x.clause->n_vars; v++) evaluator_set(x.values, x.clause->vars[v], d->values.data[x.step->value + v]);
        all = check_constraint(&x, limit, why);
        if (all == VALID) all = check_premises(&x, &facts, &first, why);
        if (all == VALID) all = conclude(&x, &facts, &first, why);
        if (all == VALID) all = check_universes(&x, &facts, &first, limit, why);
        if (all == VALID && limits_is_over(limit)) {
            text_adds(why, "out of time");
            all = UNDECIDED;
        }
    }
    evaluator_free(x.values);
    term_vec_release(&facts);
    u32_vec_release(&first);
    return all;
}

/* ---- functions ---- */

/* With the functions as the model has them. */
static verdict check_model_with_functions(const horn *h, const model *m, const limits *limit, stats *counters, text *why)
{
    if (m->function.size != horn_function_count(h)) {
        text_adds(why, "the model does not interpret every function");
        return INVALID;
    }
    horn *interpreted = horn_interpret(h, &m->function);
    verdict v = check_model(interpreted, m, limit, counters, why);
    horn_free(interpreted);
    return v;
}

/* An instance of a clause, predicates being functions to the solver. */
static term instance_of_clause(const horn *h, const clause *c, const term *values)
{
    term_store *ts = horn_terms(h);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, term_mk_not(ts, c->constraint));
    for (size_t k = 0; k <= c->n_body; k++) {
        atom a = k < c->n_body ? c->body[k] : c->head;
        if (pred_is_false(a.pred)) continue;
        char name[32];
        snprintf(name, sizeof name, "p|%u", a.pred.id);
        term fact = term_mk_app(ts, name, sort_bool(ts), a.args, horn_pred_arity(h, a.pred));
        term_vec_push(&parts, k < c->n_body ? term_mk_not(ts, fact) : fact);
    }
    term t = term_mk_or(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return dag_substitute(ts, t, c->vars, values, c->n_vars);
}

/* Do the instances contradict each other, whatever predicates and functions are? That they are derivations is of no interest. */
static verdict check_instances(const horn *h, const derivation *d, const limits *limit, text *why)
{
    smt *solver = smt_new(horn_terms(h), limit, NULL);
    bool is_well_formed = true;
    for (size_t i = 0; i < d->steps.size && is_well_formed; i++) {
        const step *s = &d->steps.data[i];
        const clause *c = s->clause < horn_clause_count(h) ? horn_clause(h, s->clause) : NULL;
        is_well_formed = c && s->value + c->n_vars <= d->values.size;
        for (size_t k = 0; is_well_formed && k < c->n_vars; k++)
            is_well_formed = sort_is_equal(term_sort(horn_terms(h), d->values.data[s->value + k]), term_sort(horn_terms(h), c->vars[k]));
        if (is_well_formed) smt_assert(solver, instance_of_clause(h, c, d->values.data + s->value));
    }
    smt_result r = is_well_formed ? smt_check(solver, NULL, 0) : SMT_SAT;
    if (r != SMT_UNSAT) text_adds(why, r == SMT_SAT ? "the instances of the clauses do not contradict each other" : smt_why_unknown(solver));
    smt_free(solver);
    return r == SMT_UNSAT ? VALID : r == SMT_SAT ? INVALID : UNDECIDED;
}

static verdict validate_with_functions(const horn *h, const result *r, const limits *limit, stats *counters, text *why)
{
    return r->answer == ANSWER_SAFE     ? check_model_with_functions(h, &r->model, limit, counters, why)
           : r->answer == ANSWER_UNSAFE ? check_instances(h, &r->derivation, limit, why)
                                        : UNDECIDED;
}

verdict validate_result(const horn *h, const result *r, const limits *limit, stats *counters, text *why)
{
    double start = limits_now();
    verdict v = horn_function_count(h)       ? validate_with_functions(h, r, limit, counters, why)
                : r->answer == ANSWER_SAFE   ? check_model(h, &r->model, limit, counters, why)
                : r->answer == ANSWER_UNSAFE ? check_derivation(h, &r->derivation, limit, why)
                                             : UNDECIDED;
    stats_add(counters, validate_seconds, limits_now() - start);
    if (v != UNDECIDED && term_store_is_overflown(horn_terms(h))) {
        text_adds(why, "numbers of more than half a million digits come up");
        v = UNDECIDED;
    }
    return v;
}
