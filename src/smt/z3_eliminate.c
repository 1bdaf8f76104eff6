#include "smt/z3_eliminate.h"

#include "term/dag.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static Z3_ast make_exists(const z3_elimination *e, const term *vars, size_t n, term t)
{
    Z3_ast body = z3_terms_is_too_deep(e->bridge, t) ? NULL : z3_terms_to_z3(e->bridge, t);
    Z3_app *bound = alloc_resize(NULL, n, sizeof *bound);
    bool ok = body != NULL;
    for (size_t i = 0; i < n && ok; i++) {
        Z3_ast v = z3_terms_to_z3(e->bridge, vars[i]);
        ok = v != NULL;
        bound[i] = (Z3_app)v;
    }
    Z3_ast made = ok ? Z3_mk_exists_const(e->z3, 1, (unsigned)n, bound, 0, NULL, body) : NULL;
    free(bound);
    return made;
}

/* The disjunction of the subgoals; TERM_NONE if one of them is not exact. */
static term goals_to_term(const z3_elimination *e, Z3_apply_result result)
{
    term_vec all, one;
    term_vec_init(&all);
    term_vec_init(&one);
    bool ok = true;
    unsigned goals = Z3_apply_result_get_num_subgoals(e->z3, result);
    for (unsigned i = 0; i < goals && ok; i++) {
        Z3_goal goal = Z3_apply_result_get_subgoal(e->z3, result, i);
        Z3_goal_inc_ref(e->z3, goal);
        ok = Z3_goal_precision(e->z3, goal) == Z3_GOAL_PRECISE;
        unsigned n = Z3_goal_size(e->z3, goal);
        term_vec_clear(&one);
        for (unsigned j = 0; j < n && ok; j++) {
            term t = z3_terms_from_z3(e->bridge, Z3_goal_formula(e->z3, goal, j));
            ok = !term_is_none(t);
            term_vec_push(&one, t);
        }
        if (ok) term_vec_push(&all, term_mk_and(e->ts, one.data, one.size));
        Z3_goal_dec_ref(e->z3, goal);
    }
    term made = ok ? term_mk_or(e->ts, all.data, all.size) : TERM_NONE;
    term_vec_release(&all);
    term_vec_release(&one);
    return made;
}

static term apply_tactic(const z3_elimination *e, const char *name, Z3_ast formula, double seconds)
{
    Z3_tactic tactic = Z3_mk_tactic(e->z3, name);
    if (!tactic) return TERM_NONE;
    Z3_tactic_inc_ref(e->z3, tactic);
    Z3_goal goal = Z3_mk_goal(e->z3, false, false, false);
    Z3_goal_inc_ref(e->z3, goal);
    Z3_goal_assert(e->z3, goal, formula);
    struct sigaction on_interrupt; /* Z3 catches SIGINT here, passes it on, and puts back less than it found */
    sigaction(SIGINT, NULL, &on_interrupt);
    z3_watch_begin(e->watch, seconds);
    Z3_apply_result result = Z3_tactic_apply(e->z3, tactic, goal);
    z3_watch_end(e->watch);
    sigaction(SIGINT, &on_interrupt, NULL);
    term made = TERM_NONE;
    if (result) {
        Z3_apply_result_inc_ref(e->z3, result);
        made = goals_to_term(e, result);
        Z3_apply_result_dec_ref(e->z3, result);
    }
    Z3_goal_dec_ref(e->z3, goal);
    Z3_tactic_dec_ref(e->z3, tactic);
    return made;
}

/* Is `result` free of quantifiers and of `vars`, and without symbols that `t` does not have? */
static bool is_eliminated(const z3_elimination *e, const term *vars, size_t n, term t, term result)
{
    if (term_is_none(result) || term_has_quantifier(e->ts, result)) return false;
    term_vec allowed, found;
    term_vec_init(&allowed);
    term_vec_init(&found);
    dag_symbols(e->ts, &t, 1, &allowed);
    dag_symbols(e->ts, &result, 1, &found);
    bool ok = true;
    size_t j = 0; /* both are ascending */
    for (size_t i = 0; i < found.size && ok; i++) {
        while (j < allowed.size && allowed.data[j].id < found.data[i].id) j++;
        ok = j < allowed.size && term_is_equal(allowed.data[j], found.data[i]);
        for (size_t k = 0; k < n && ok; k++) ok = !term_is_equal(vars[k], found.data[i]);
    }
    term_vec_release(&allowed);
    term_vec_release(&found);
    return ok;
}

/* From the cheapest to the strongest. */
static term try_tactics(const z3_elimination *e, Z3_ast formula, const term *vars, size_t n, term t)
{
    static const char *const TACTICS[Z3_TACTICS] = {"qe-light", "qe", "qe2"};
    double left = limits_left(e->limit), end = limits_work() + (e->seconds > 0 && e->seconds < left ? e->seconds : left);
    for (size_t i = 0; i < e->n_tactics && limits_work() < end && !limits_is_over(e->limit); i++) {
        term found = apply_tactic(e, TACTICS[i], formula, (end - limits_work()) / (i + 1 < e->n_tactics ? 2 : 1));
        if (is_eliminated(e, vars, n, t, found)) return found;
    }
    return TERM_NONE;
}

term z3_eliminate(const z3_elimination *e, const term *vars, size_t n, term t)
{
    assert(e->n_tactics <= Z3_TACTICS);
    if (is_eliminated(e, vars, n, t, t)) return t;
    Z3_ast formula = make_exists(e, vars, n, t);
    if (!formula) return TERM_NONE;
    Z3_inc_ref(e->z3, formula);
    term result = try_tactics(e, formula, vars, n, t);
    Z3_dec_ref(e->z3, formula);
    return result;
}
