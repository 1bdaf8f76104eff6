/* Is a path feasible? The cheapest way to find out comes first: the terms themselves, the witness, values near the witness, a solver. */

#include "engine/interla/session.h"
#include "term/lemmas.h"

static bool satisfies(interla *s, const term_vec *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        bool div0 = false;
        term value = evaluator_eval(s->witness, parts->data[i], &div0);
        if (div0 || !term_is_equal(value, term_true(s->ts))) return false;
    }
    return true;
}

/* A solver's model is not always one, where integers become bits. */
static bool is_refuted(interla *s, const term_vec *parts)
{
    for (size_t i = 0; i < parts->size; i++)
        if (term_is_equal(evaluator_eval(s->witness, parts->data[i], NULL), term_false(s->ts))) return true;
    return false;
}

/* The witness with other values of these symbols. */
static void change_witness(interla *s, smt *solver, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++) {
        term value = smt_value(solver, symbols->data[i]);
        if (!term_is_none(value)) evaluator_set(s->witness, symbols->data[i], value);
    }
}

static smt_result ask(interla *s, interla_path *path, const term_vec *parts)
{
    term_vec symbols;
    term_vec_init(&symbols);
    smt *solver = interla_path_open(path, parts->data, parts->size, &symbols);
    smt_result r = smt_check(solver, parts->data, parts->size);
    if (r == SMT_SAT) change_witness(s, solver, &symbols);
    if (r == SMT_SAT && is_refuted(s, parts)) r = SMT_UNKNOWN;
    smt_pop(solver, 1);
    term_vec_release(&symbols);
    return r;
}

/* ---- near the witness ---- */

/* Are there arrays or operations in the terms that solvers find hard? Appends the symbols in indices of the arrays. */
static bool is_hard(interla *s, const term_vec *terms, term_vec *addresses)
{
    term_vec all, indices;
    term_vec_init(&all);
    term_vec_init(&indices);
    dag_subterms(s->ts, terms->data, terms->size, &all);
    bool hard = false;
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(s->ts, all.data[i]);
        bool is_access = k == TERM_SELECT || k == TERM_STORE;
        if (is_access) term_vec_push(&indices, term_arg(s->ts, all.data[i], 1));
        hard = hard || is_access || lemmas_is_about(s->ts, all.data[i]);
    }
    dag_symbols(s->ts, indices.data, indices.size, addresses);
    term_vec_release(&all);
    term_vec_release(&indices);
    return hard;
}

/* Fixes `symbols` to their values in the witness (in s->at_target), except those of the parts that are no addresses. */
static void fix_symbols(interla *s, const term_vec *symbols, const term_vec *parts, const term_vec *addresses)
{
    term_vec own;
    term_vec_init(&own);
    dag_symbols(s->ts, parts->data, parts->size, &own);
    substitution_clear(s->at_target);
    for (size_t i = 0; i < symbols->size; i++)
        if (!interla_is_among(&own, symbols->data[i]) || interla_is_among(addresses, symbols->data[i]))
            substitution_set(s->at_target, symbols->data[i], evaluator_eval(s->witness, symbols->data[i], NULL));
    term_vec_release(&own);
}

/* Is the path with these parts feasible when inputs of other parts, and all addresses, keep the values that they have in the witness?
 * Memory is then known cell by cell, and little else is left. Only asked where the whole question is hard. */
static bool is_feasible_near(interla *s, const term_vec *parts)
{
    term_vec terms, symbols, addresses, asked;
    term_vec_init(&terms);
    term_vec_init(&symbols);
    term_vec_init(&addresses);
    term_vec_init(&asked);
    term_vec_append(&terms, parts->data, parts->size);
    interla_path_slice(&s->path, parts->data, parts->size, &terms, &symbols);
    bool feasible = is_hard(s, &terms, &addresses);
    if (feasible) {
        fix_symbols(s, &symbols, parts, &addresses);
        interla_path_cut(&s->near, 0);
        for (size_t i = 0; i < terms.size; i++) {
            term t = substitution_apply(s->at_target, terms.data[i]);
            feasible = feasible && !term_is_equal(t, term_false(s->ts));
            if (i < parts->size)
                term_vec_push(&asked, t);
            else
                interla_path_add(&s->near, t);
        }
    }
    feasible = feasible && ask(s, &s->near, &asked) == SMT_SAT;
    term_vec_release(&terms);
    term_vec_release(&symbols);
    term_vec_release(&addresses);
    term_vec_release(&asked);
    return feasible;
}

smt_result interla_feasible(interla *s, const term *parts, size_t n)
{
    term_vec live;
    term_vec_init(&live);
    smt_result r = SMT_SAT;
    for (size_t i = 0; i < n; i++) {
        if (term_is_equal(parts[i], term_false(s->ts))) r = SMT_UNSAT;
        if (!term_is_equal(parts[i], term_true(s->ts))) term_vec_push(&live, parts[i]);
    }
    if (r == SMT_UNSAT || satisfies(s, &live)) {
        stats_count(s->stats, interla_free_checks);
    } else if (is_feasible_near(s, &live)) {
        stats_count(s->stats, interla_near_checks);
    } else {
        stats_count(s->stats, interla_path_checks);
        r = ask(s, &s->path, &live);
    }
    term_vec_release(&live);
    return r;
}
