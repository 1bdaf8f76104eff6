#ifndef ENGINE_INVGEN_SOLVE_H
#define ENGINE_INVGEN_SOLVE_H

/* Solve: parameters and multipliers for a system. There are several ways; what they find is a solution in any case. */

#include "engine/invgen/system.h"

typedef enum invgen_answer {
    INVGEN_SOLVED, /* the solution is in *out, which was initialised */
    INVGEN_NONE, /* there is none, with the multipliers that were tried */
    INVGEN_OPEN /* not known */
} invgen_answer;

/* What multipliers of conjuncts may be. */
typedef enum invgen_multipliers {
    INVGEN_SMALL, /* 0 or 1, of equations also -1: the rest is linear */
    INVGEN_INTEGERS, /* the same, with integers as parameters, so that an implication may fall short by less than 1 */
    INVGEN_FACTORS, /* 0, 1, and the factors of the steps (of x' = 2 x, 2), of equations also negative */
    INVGEN_REALS /* any: the system as it is, bilinear */
} invgen_multipliers;

/* With more conjuncts in the body of a step there are too many cases. */
enum { INVGEN_MAX_BODY = 6 };

/* One way to fulfil an obligation. */
typedef struct invgen_choice {
    int8_t multipliers[INVGEN_MAX_BODY]; /* of the body's conjuncts: 0, 1, -1 */
    bool infeasible; /* the premise */
} invgen_choice;

/* Z3, by cases and simplex, or by its procedures for non-linear arithmetic. */
invgen_answer invgen_solve_smt(const invgen_system *s, invgen_multipliers m, const limits *l, stats *counters, invgen_solution *out);
/* Are there other multipliers than 1 in INVGEN_FACTORS? */
bool invgen_has_factors(const invgen_program *p);
/* Multipliers of conjuncts are instantiated with small numbers, one obligation after the other, and exact linear programs say if that can go on. */
invgen_answer invgen_solve_lp(const invgen_system *s, const limits *l, stats *counters, invgen_solution *out);
/* The parameters of least size, if every obligation is fulfilled as chosen. */
invgen_answer invgen_solve_chosen(const invgen_system *s, const invgen_choice *chosen, const limits *l, stats *counters, invgen_solution *out);

#endif
