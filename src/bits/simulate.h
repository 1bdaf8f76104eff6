#ifndef BITS_SIMULATE_H
#define BITS_SIMULATE_H

/* The circuit under given inputs: what a model of the solver means as a run of the program, and whether the circuit does what the
 * interpreter does. */

#include "bits/unwind.h"
#include "program/interpret.h"

/* The values of all nodes in the solver's last model. */
void simulate_model(unwound *u, sat *solver, const cnf *known, u32_vec *values);
/* The inputs of the run that these values are, as `interpret` takes them. */
void simulate_inputs(const unwound *u, const u32_vec *values, term_vec *out);
/* NULL, or in which way the circuit differs from what the interpreter did. Runs that were cut short differ in nothing. */
const char *simulate_run(const unwound *u, const run_result *run);

#endif
