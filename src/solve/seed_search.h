#ifndef SOLVE_SEED_SEARCH_H
#define SOLVE_SEED_SEARCH_H

/* Engines choose any numbers for rand, and the real library none but those of the seed. A run is therefore tried again with the real ones, and, where the
 * seed is made of the time or the number of the process, at other times, as other processes. */

#include "program/interpret.h"

typedef bool seed_accept(void *user, const run_result *r); /* does the run do what is wanted? */

/* For a run that asks for such numbers. True, with its inputs, if one with real numbers is accepted; false leaves the inputs as they are. The options
 * are those of the runs, without inputs. */
bool seed_search(const program *p, const run_result *found, const interpret_options *options, seed_accept *accept, void *user, term_vec *inputs);

/* Puts a run with real numbers in the place of `r`, if one is found that comes by all of these goals. */
void seed_search_same_goals(const program *p, const interpret_options *options, const bool *goals, run_result *r);

#endif
