/* Transitions on demand: a solver finds a step of a clause that leads out of the states found so far, and the case of the clause's constraint (an implicant) that
 * the step belongs to becomes a transition (path focusing: Monniaux and Gonnord, "Using bounded model checking to focus fixpoint iterations", 2011). The
 * fixpoint is iterated with the transitions known so far, so that loops are widened case by case (guided analysis: Gopan and Reps, "Guided static
 * analysis", 2007). When no clause has such a step, the facts are inductive. */

#include "absint/analysis.h"
#include "logic/implicant.h"

/* Seconds for one question; cases of one clause, before disjunctions are left out. */
#define PATIENCE 1.0
enum { MAX_CASES = 40 };

typedef struct search {
    analysis *a;
    smt *solver;
} search;

/* The facts about the predicate, as ones about the atom's arguments without hard operations. */
static term facts_about(const analysis *a, atom at)
{
    substitution *s = substitution_new(a->ts);
    for (size_t i = 0; i < horn_pred_arity(a->h, at.pred); i++) substitution_set(s, horn_param(a->h, at.pred, i), abstraction_apply(a->operations, at.args[i]));
    term facts = substitution_apply(s, facts_of(a, at.pred));
    substitution_free(s);
    return facts;
}

static size_t cases_of(const analysis *a, uint32_t index, pred head)
{
    size_t n = 0;
    const u32_vec *all = &a->preds[head.id].transitions;
    for (size_t i = 0; i < all->size; i++) n += a->transitions.data[all->data[i]].clause == index;
    return n;
}

/* The solver has a model of the clause's formula. False if the case is not a transition. */
static bool add_case(search *s, uint32_t index)
{
    implicant_model m = {.solver = s->solver};
    term_vec literals;
    term_vec_init(&literals);
    bool found = implicant_of_model(&m, s->a->ts, &s->a->clauses[index].formula, 1, &literals);
    if (found) {
        transition t;
        found = transition_init(&t, s->a, index, literals.data, literals.size);
        if (found) analysis_add(s->a, &t);
        else transition_release(&t);
    }
    term_vec_release(&literals);
    return found;
}

/* Is there a step of the clause that leads out of the states? Then a transition that has it is added. */
static bool extend(search *s, uint32_t index)
{
    const analysis *a = s->a;
    const clause *c = horn_clause(a->h, index);
    for (size_t i = 0; i < c->n_body; i++)
        if (!analysis_is_reached(a, c->body[i].pred)) return false;
    if (a->clauses[index].is_coarse) return false;
    smt_push(s->solver);
    for (size_t i = 0; i < c->n_body; i++) smt_assert(s->solver, facts_about(a, c->body[i]));
    smt_assert(s->solver, a->clauses[index].formula);
    smt_assert(s->solver, term_mk_not(a->ts, facts_of(a, c->head.pred)));
    smt_result r = smt_check(s->solver, NULL, 0);
    bool added = r == SMT_SAT && cases_of(a, index, c->head.pred) < MAX_CASES && add_case(s, index);
    if (r != SMT_UNSAT && !added && !limits_is_over(a->limits)) added = analysis_add_coarse(s->a, index);
    smt_pop(s->solver, 1);
    if (added) fixpoint_update(s->a, c->head.pred);
    return added;
}

bool cases_run(analysis *a, stats *counters)
{
    search s = {.a = a, .solver = smt_new(a->ts, a->limits, counters)};
    smt_set_query_limit(s.solver, PATIENCE);
    u32_vec order;
    u32_vec_init(&order);
    if (horn_pred_count(a->h)) horn_run_order(a->h, &order);
    bool extended = true;
    while (extended && !limits_is_over(a->limits)) {
        extended = false;
        for (size_t p = 0; p < order.size; p++) {
            const u32_vec *clauses = horn_clauses_of(a->h, (pred){order.data[p]});
            for (size_t i = 0; i < clauses->size && !limits_is_over(a->limits); i++) extended |= extend(&s, clauses->data[i]);
        }
        if (extended) fixpoint_run(a);
    }
    u32_vec_release(&order);
    smt_free(s.solver);
    return !limits_is_over(a->limits);
}
