#ifndef TEST_FRONT_WHILE_RANDOM_WHILE_H
#define TEST_FRONT_WHILE_RANDOM_WHILE_H

/* Random programs of the `while` language, as text. Most of their runs end soon: loops count, recursion goes down. Equal seeds give equal programs. */

#include "base/text.h"

#include <stdint.h>

typedef struct random_while_shape {
    uint32_t globals, procs, locals; /* at most */
    uint32_t depth; /* of statements */
    bool loops, calls, inputs; /* inputs: globals and locals that are read before they are written, havoc */
} random_while_shape;

random_while_shape random_while_small(void);
void random_while(text *out, uint64_t *seed, const random_while_shape *shape);

#endif
