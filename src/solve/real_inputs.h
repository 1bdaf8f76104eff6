#ifndef SOLVE_REAL_INPUTS_H
#define SOLVE_REAL_INPUTS_H

/* Engines choose any numbers for rand, where the library has none but those of the seed, and times that no clock shows. Such a run is tried again with what
 * the system may give, and, where a seed is made of the time or the number of the process, at other times, as other processes. */

#include "program/interpret.h"

/* Is there nothing in the run that the system and the library cannot give? */
bool real_inputs_agree(const program *p, const run_result *r);

typedef bool real_inputs_accept(void *user, const run_result *r); /* does the run do what is wanted? */
/* True, with its inputs, if a run with such inputs is accepted; false leaves `inputs` as they are. The options are those of the runs, without inputs. */
bool real_inputs_search(const program *p, const run_result *found, const interpret_options *options, real_inputs_accept *accept, void *user, term_vec *inputs);

/* Puts such a run in the place of `r`, if one is found that comes by all of these goals. */
void real_inputs_same_goals(const program *p, const interpret_options *options, const bool *goals, run_result *r);

#endif
