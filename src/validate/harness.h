#ifndef VALIDATE_HARNESS_H
#define VALIDATE_HARNESS_H

/* The C file that feeds a program the inputs of a run and tells where it fails. */

#include "validate/environment.h"
#include "validate/replay.h"

/* How a run ends that the harness ends: a failure was reported, an assumption does not hold, it asks for inputs that it does
 * not have; the behaviour is undefined (of a test: otherwise that is a failure). */
enum { STATUS_VIOLATED = 77, STATUS_ASSUMED = 78, STATUS_NO_INPUT = 79, STATUS_UNDEFINED = 80 };

/* For the program's own sources: defines the functions that give inputs. False, and *why filled, if one returns a type that cannot be
 * written in C. */
bool harness_print_plain(text *out, const term_store *ts, const replay_value *values, size_t n, const event_vec *events, text *why);

/* For the program as the front end has prepared it: the functions that it calls whenever something appears that it has not set
 * (front/llvm/instrument/instrument.h). `unknown` is what floating-point numbers from outside are, in C. Pointers that nothing has set point to objects
 * of the program in tests only: a failure that depends on such luck is not shown. */
void harness_print_exact(text *out, const unset_list *l, const event_vec *events, const char *unknown, bool is_test);

/* The same for many runs: one file for all, which reads what a run has from a table at the path, and the tables. There, floating-point numbers
 * from outside are the `unknown`-th of these. */
#define HARNESS_UNKNOWNS {"0.0", "1.0", "-1.0", "1e9"}
enum { HARNESS_UNKNOWN_COUNT = 4 };
void harness_print_reader(text *out, const char *path);
void harness_print_table(text *out, const unset_list *l, const event_vec *events, unsigned unknown);

#endif
