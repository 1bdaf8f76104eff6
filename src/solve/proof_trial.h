#ifndef SOLVE_PROOF_TRIAL_H
#define SOLVE_PROOF_TRIAL_H

/* A proof is one about the program as it was understood, library included. So before SAFE is said the compiled program is run, on a few inputs, with the real
 * library: where that fails at a goal which is proved, the program was misunderstood, or an assumption does not hold, and there is no answer.
 * Of a program without inputs that is all there is to know. */

#include "solve/program_check.h"

/* True, and *why filled: such a run has failed. All goals are proved. Nothing is tried where the program cannot be compiled and run as it is, or where there is no time. */
bool proof_trial_fails(const program *p, const program_source *source, const limits *l, text *why);

#endif
