#ifndef SOLVE_RUN_INPUTS_H
#define SOLVE_RUN_INPUTS_H

/* What a run of the interpreter has asked for, as a compiled program can be fed with it. */

#include "program/interpret.h"
#include "validate/replay.h"

VEC_DECLARE(replay_value_vec, replay_value);

/* The inputs that a harness can feed: those asked for by calls. */
void run_inputs_values(const program *p, const run_result *r, replay_value_vec *out);
/* What it gets from its environment, in order. */
void run_inputs_events(const program *p, const run_result *r, event_vec *out);
/* Every function that may ask for inputs, with no value. */
void run_inputs_functions(const program *p, replay_value_vec *out);
/* Of main, if the run says; otherwise 0. */
int64_t run_inputs_argc(const program *p, const char *entry, const run_result *r);
/* Sets main's argc among the inputs of a run, if it is above `most`. False: it is not, or the run does not say. */
bool run_inputs_limit_argc(const program *p, const char *entry, term_vec *inputs, int64_t most);
/* Does the run find nothing but zeros in memory that the program has not set, and asks for nothing that calls do not give? */
bool run_inputs_are_plain(const program *p, const char *entry, const run_result *r);

/* Values as interpret takes them, and a number that goes with them, to text and back. False if it is none. */
void run_inputs_print(const program *p, const term_vec *inputs, size_t number, text *out);
bool run_inputs_parse(const program *p, const text *message, term_vec *out, size_t *number);

#endif
