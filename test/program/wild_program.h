#ifndef TEST_PROGRAM_WILD_PROGRAM_H
#define TEST_PROGRAM_WILD_PROGRAM_H

/* Random programs without any discipline: a few procedures that call each other, loop, branch, divide by zero, read inputs and
 * variables that nobody set, check and print, over variables of all sorts of a source of random terms. Runs need not end.
 * Equal seeds give equal programs. */

#include "../term/random_term.h"
#include "program/program.h"

program *wild_program(random_source *r);

#endif
