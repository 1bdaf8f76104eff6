#ifndef ENGINE_INVGEN_CONGRUENCE_H
#define ENGINE_INVGEN_CONGRUENCE_H

/* Templates  a0 + a1*x1 + ... + an*xn = 0 modulo m,  with m from the program's constants.
 *
 * For a given m they need no search: among congruences a premise implies one iff that is a combination of the premise's, so that the parameters with which a
 * template is inductive are the greatest fixpoint of linear algebra modulo m (domain/modular.h), which ends. All of them are taken: they are facts of their
 * location, exclude steps, and tighten inequalities (of x < y with x - y even, x <= y - 2 is left). */

#include "engine/invgen/program.h"

/* Before the program is sliced: fills p->congruences, drops steps that cannot be taken, and tightens the rows of the others. */
void invgen_congruences(invgen_program *p);

#endif
