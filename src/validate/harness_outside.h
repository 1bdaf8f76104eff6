#ifndef VALIDATE_HARNESS_OUTSIDE_H
#define VALIDATE_HARNESS_OUTSIDE_H

/* The part of a harness that does what functions do that nobody has seen: they change memory, and call functions.
 *
 * The run says what they do. Whether they can do it, the harness finds out by itself, in the compiled program: the analysis knows what they can
 * reach at any time, not at this one, and a run that relies on more is none. What they can reach begins with the arguments that they have got
 * so far, what callbacks have returned, variables that are only declared, and memory that is no object of the program. From there it
 * follows every word that is an address in an object that is there, as a conservative garbage collector does. An address may not be
 * written through where the program's types say `const`. */

#include "base/text.h"

void harness_print_outside(text *out);

#endif
