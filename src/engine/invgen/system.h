#ifndef ENGINE_INVGEN_SYSTEM_H
#define ENGINE_INVGEN_SYSTEM_H

/* InvGenSystem: templates with unknown parameters, and what they must satisfy to be an inductive invariant map.
 *
 * Every location has the same number of conjuncts, each  a0 + a1*x1 + ... + an*xn  <= 0, or = 0, over its dimensions, with parameters a0 .. an. A step whose head is a
 * location gives an *obligation* for each of the head's conjuncts (initiation if the step has no body, otherwise consecution), two for an equation; a query's
 * step gives one (safety). By Farkas' lemma an obligation holds iff there are multipliers, of the body's conjuncts and of the step's rows, with
 *
 *   sum of multiplier * conjunct  -  sum of multiplier * row  =  head's expression + slack, slack >= 0        (the implication)
 *   sum of multiplier * conjunct  -  sum of multiplier * row  =  slack, slack >= 1                            (the premise is infeasible; always so for safety)
 *
 * for each dimension and the constant (a *column*): rows are >= 0, conjuncts <= 0; multipliers are >= 0 but for equations. What has the multiplier of a conjunct in
 * it is bilinear, all else linear. A solver (solve.h) finds parameters and multipliers. */

#include "engine/invgen/program.h"

typedef struct invgen_shape {
    size_t n_equal, n_at_most; /* conjuncts; equations come first */
} invgen_shape;

typedef struct invgen_obligation {
    uint32_t step;
    uint32_t conjunct; /* of the head; of a query 0 */
    bool is_negated; /* the second half of an equation: -(head's expression) <= 0 */
} invgen_obligation;
VEC_DECLARE(invgen_obligation_vec, invgen_obligation);

typedef struct invgen_system {
    const invgen_program *p;
    const row_vec *dynamic; /* by location, borrowed: what each of its conjuncts must satisfy to hold in states that were reached (polar.h); NULL: nothing known */
    invgen_shape shape;
    size_t n_conjuncts; /* of a location */
    u32_vec first; /* by location: its first parameter */
    uint32_t n_parameters;
    invgen_obligation_vec obligations; /* safety first, then backwards along the steps */
} invgen_system;

void invgen_system_init(invgen_system *s, const invgen_program *p, invgen_shape shape, const row_vec *dynamic);
void invgen_system_release(invgen_system *s);

/* The parameter of dimension d of a conjunct; d = the location's dimensions: of its constant. */
uint32_t invgen_parameter_of(const invgen_system *s, uint32_t location, size_t conjunct, size_t d);
static inline bool invgen_is_equation(const invgen_system *s, size_t conjunct) { return conjunct < s->shape.n_equal; }

static inline const invgen_step *invgen_step_of(const invgen_system *s, const invgen_obligation *o) { return &s->p->steps.data[o->step]; }
static inline bool invgen_is_safety(const invgen_system *s, const invgen_obligation *o) { return invgen_step_of(s, o)->head == INVGEN_NOWHERE; }
/* The columns of a step: its dimensions, then the constant. */
static inline size_t invgen_columns(const invgen_step *s) { return s->t.n_dims + 1; }

/* The conjuncts that the body's locations have together: number b is conjunct b % n_conjuncts of atom b / n_conjuncts. */
static inline size_t invgen_body_conjuncts(const invgen_system *s, const invgen_step *tau) { return tau->body.size * s->n_conjuncts; }
/* What there is of body conjunct b in a column, a sum of parameters. */
typedef void invgen_entry_fn(void *context, const rat *coefficient, uint32_t parameter);
void invgen_body_column(const invgen_system *s, const invgen_step *tau, size_t b, size_t column, invgen_entry_fn *each, void *context);
/* The parameter that the head's expression has in a column; false: none. */
bool invgen_head_column(const invgen_system *s, const invgen_obligation *o, size_t column, uint32_t *parameter);

/* The step's rows, and after them its facts; rows about remainders have no multipliers. */
static inline size_t invgen_row_count(const invgen_step *s) { return s->t.rows.size + s->facts.size; }
static inline const row *invgen_row(const invgen_step *s, size_t i) { return i < s->t.rows.size ? &s->t.rows.data[i] : &s->facts.data[i - s->t.rows.size]; }
static inline bool invgen_row_counts(const invgen_step *s, size_t i) { return invgen_row(s, i)->relation != ROW_CONGRUENT; }
/* The row's number in a column; NULL: 0. */
const rat *invgen_row_column(const invgen_step *s, size_t i, size_t column);

/* ---- solutions ---- */

typedef struct invgen_solution {
    rat *parameters; /* all of the system */
    bool **used; /* by step and fact: the fact had a multiplier (the paper's relevant strengthening) */
} invgen_solution;

void invgen_solution_init(invgen_solution *x, const invgen_system *s);
void invgen_solution_release(invgen_solution *x, const invgen_system *s);
/* The conjunct of the location under the solution: a formula over its predicate's parameters, with integers tightened. */
term invgen_conjunct(const invgen_system *s, const invgen_solution *x, uint32_t location, size_t conjunct);
/* The inductive invariant map, with the facts. Fills the initialised model. */
void invgen_map(const invgen_system *s, const invgen_solution *x, model *out);

#endif
