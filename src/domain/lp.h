#ifndef DOMAIN_LP_H
#define DOMAIN_LP_H

/* Exact linear programs over the rationals: minimise cost subject to rows. Variables are numbered from 0 in the order of lp_add_variable.
 * A program may be solved, extended by rows and variables, and solved again. */

#include "base/rat.h"

#include <stddef.h>

typedef struct lp lp;
typedef enum lp_relation { LP_LE, LP_EQ, LP_GE } lp_relation;
typedef enum lp_range { LP_FREE, LP_NONNEGATIVE } lp_range;

lp *lp_new(void);
void lp_free(lp *p);
/* The same program, to be extended on its own. */
lp *lp_copy(const lp *p);
/* `cost` is the variable's factor in what is minimised. */
uint32_t lp_add_variable(lp *p, lp_range range, int64_t cost);
/* The sum of the coming lp_put is `relation` to `bound`. */
void lp_begin_row(lp *p, lp_relation relation, const rat *bound);
void lp_put(lp *p, const rat *coefficient, uint32_t variable); /* the same variable may come again */
void lp_end_row(lp *p);
/* Do the rows have a solution, whatever it costs? */
bool lp_is_feasible(lp *p);
/* Is there an optimum? (An unbounded program has none.) */
bool lp_solve(lp *p);
/* After lp_solve was true. */
void lp_value(const lp *p, uint32_t variable, rat *out);

#endif
