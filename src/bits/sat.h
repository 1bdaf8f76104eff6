#ifndef BITS_SAT_H
#define BITS_SAT_H

/* A SAT solver (CaDiCaL). Literals are numbers from 1 on, negative ones are negated. */

#include "base/limits.h"

#include <stddef.h>
#include <stdio.h>

typedef enum sat_result { SAT_UNKNOWN = 0, SAT_SATISFIABLE = 10, SAT_UNSATISFIABLE = 20 } sat_result;
typedef struct sat sat;

/* A solver that writes a DRAT proof in its binary form to `proof`, unless that is NULL. */
sat *sat_new(FILE *proof);
void sat_free(sat *s);
void sat_add_clause(sat *s, const int *literals, size_t n);
/* Under the assumption of one literal; 0: none. SAT_UNKNOWN after so many conflicts; 0: no limit. */
sat_result sat_solve(sat *s, int assumption, int conflicts, const limits *limit);
int sat_is_true(sat *s, int literal); /* in the last model */
void sat_end_proof(sat *s); /* all of it is written then */

#endif
