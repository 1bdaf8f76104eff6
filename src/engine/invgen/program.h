#ifndef ENGINE_INVGEN_PROGRAM_H
#define ENGINE_INVGEN_PROGRAM_H

/* The clauses as InvGen sees them: locations, and steps between them, each a conjunction of linear rows.
 *
 * A location is a predicate with values for its Boolean arguments (cut points are split by them; other arguments that are no numbers are left out), and perhaps for
 * a comparison. Its
 * dimensions are the predicate's numeric arguments. A step is a case of a clause: the paper's transition (l, rho, l'), with any number of locations that it
 * begins at. Only locations that steps lead to from facts, and from which a query can be reached, have steps. */

#include "absint/analysis.h"

enum { INVGEN_NOWHERE = UINT32_MAX }; /* the head of a query's steps */

typedef struct invgen_location {
    pred pred;
    u32_vec booleans; /* values of its Boolean arguments, in order, and of the predicate's part of the split; empty if locations are not split */
    size_t n; /* dimensions */
    bool is_reached; /* some step leads here */
} invgen_location;
VEC_DECLARE(invgen_location_vec, invgen_location);

typedef struct invgen_step {
    transition t; /* the first t.n_head dimensions are those of the head; integers are tightened */
    uint32_t head;
    u32_vec body;
    row_vec facts; /* of the body's predicates, found before, about the step's dimensions */
    u32_vec fact_atom, fact_index; /* by fact: the body atom it is about, and which of invgen_program.fact_rows */
} invgen_step;
VEC_DECLARE(invgen_step_vec, invgen_step);

typedef struct invgen_view {
    bool is_split; /* into locations by Boolean arguments, and by: */
    const model *split; /* a comparison over each predicate's parameters, or `true` (split.h); NULL: by nothing else */
    bool is_plain; /* as if there were no rows with large numbers */
    bool has_congruences; /* they are looked for */
} invgen_view;

typedef struct invgen_program {
    const horn *h;
    term_store *ts;
    const limits *limits;
    stats *counters;
    analysis analysis; /* of its own: for the clauses' plain forms */
    model facts; /* hold in every reachable state */
    row_vec *fact_rows; /* by predicate: those facts that are linear, without redundant ones, over its dimensions */
    row_vec *fact_congruences; /* by predicate: those facts that are about remainders */
    invgen_location_vec locations;
    invgen_step_vec steps;
    row_vec *congruences; /* by location: inductive, together with the facts (congruence.h); NULL: not looked for */
    invgen_view view; /* is_plain: analysis.n_dropped tells how many rows were left out */
} invgen_program;

/* `facts` are known to hold (absint/absint.h). False if there was no time, or clauses have too many cases. */
bool invgen_program_init(invgen_program *p, const horn *h, const model *facts, const invgen_view *v, const limits *l, stats *counters);
void invgen_program_release(invgen_program *p);

/* Of a dimension of a location: the argument of its predicate, and its parameter. */
uint32_t invgen_argument(const invgen_program *p, uint32_t location, size_t dimension);
term invgen_parameter(const invgen_program *p, uint32_t location, size_t dimension);
/* The location's Boolean arguments, and the split, have its values: a formula over its predicate's parameters. */
term invgen_location_guard(const invgen_program *p, uint32_t location);
/* Without the steps that are marked. */
void invgen_program_drop(invgen_program *p, const bool *marked);
/* Where the arguments of body atom j begin in t.args. */
const row *invgen_args(const invgen_program *p, const invgen_step *s, size_t j);
/* The fact as a formula over its predicate's parameters. */
term invgen_fact(const invgen_program *p, pred q, size_t index);
/* coefficients . parameters + constant, `relation` of it to 0, with integers where the dimensions are integers. About remainders: of integers only. */
term invgen_row_formula(const invgen_program *p, pred q, const row *r);

#endif
