#ifndef PROGRAM_SEEDED_RANDOM_H
#define PROGRAM_SEEDED_RANDOM_H

/* rand and random are computed by the C library from the seed, and nothing else: the numbers of a run are real if they are those of its generator. A
 * program that is analysed takes any numbers, as inputs; srand leaves a note of the seed. */

#include "program/interpret.h"

#include <stdlib.h>

typedef struct seeded_random {
    struct random_data generator;
    char state[128];
    size_t n_notes; /* of the run, seen so far */
} seeded_random;

bool seeded_random_is_asked(const stmt *asked_by); /* is this input such a number? */

void seeded_random_begin(seeded_random *s); /* a program that sets no seed */
/* The next one, after the seeds that the run has set since the last one. */
int32_t seeded_random_next(seeded_random *s, const run_result *so_far);

/* Are all that the run has got the real ones? */
bool seeded_random_agrees(const program *p, const run_result *r);

#endif
