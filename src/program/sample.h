#ifndef PROGRAM_SAMPLE_H
#define PROGRAM_SAMPLE_H

/* Random testing: runs on random inputs, without any thought: they find failures that most runs have, however long it takes to get there. */

#include "base/limits.h"
#include "program/interpret.h"

typedef struct sampler sampler;
sampler *sampler_new(const program *p); /* borrowed */
void sampler_free(sampler *s);
/* The run of this number, always the same one: what is asked for behind the inputs in the options is random. */
void sampler_interpret(sampler *s, uint32_t number, interpret_options options, run_result *out);
/* The same for failures. True if the run violates a goal, with the inputs of the run as interpret takes them (appended). *is_last
 * tells that other numbers give no other run. */
bool sampler_run(sampler *s, uint32_t number, const limits *limit, goal *violated, term_vec *inputs, bool *is_last);
/* Does the run of this number get texts such as people write wherever it reads, and as its arguments? False for all if the program has neither. */
bool sampler_makes_texts(const sampler *s, uint32_t number);

#endif
