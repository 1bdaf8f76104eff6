#ifndef VALIDATE_ENVIRONMENT_H
#define VALIDATE_ENVIRONMENT_H

/* What a run gets from its environment, besides the arguments, and how the compiled program gets the same: standard input as bytes, files that
 * appear under the name by which the program opens them, environment variables, and the functions that cannot be fed from outside
 * (time, clock, getpid). All else is the real C library's own work, and so is reading these streams and files.
 *
 * A value that the real function cannot return is not fed: the run ends there, and proves nothing. */

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum event_kind {
    EVENT_STDIN, /* the next byte, or -1: the end */
    EVENT_END, /* why there was no more: 0 it was the end, 1 reading fails */
    EVENT_OPEN, /* a file is opened for reading: 1 it is there, 0 it is not */
    EVENT_STREAM, /* the file that the next bytes are of: how many had been found before it */
    EVENT_FILE, /* its next byte, or -1 */
    EVENT_GETENV, /* 1: the variable is there; its bytes follow */
    EVENT_VARIABLE, /* the next byte of its value, and 0 at its end; none of these: it is as it was before */
    EVENT_RAND, /* for who reads the run: a replay asks the real library */
    EVENT_TIME,
    EVENT_CLOCK,
    EVENT_PID,
    EVENT_KINDS
} event_kind;

typedef struct event {
    event_kind kind;
    int64_t value;
} event;
VEC_DECLARE(event_vec, event);

/* The kind by the name of the library's input ("latch_input_stdin") or note ("stream"). False: it is none. */
bool event_kind_of(const char *name, event_kind *out);

/* Whether the real function can return this: a harness gives nothing else, while a model may say less. */
bool event_is_real(event e);
int64_t event_some_real(event_kind k); /* one that it can */

/* For a harness in C: the events as an array, and the functions that use them. */
void environment_print(text *out, const event_vec *events);
/* The same for one that reads them: `latch_events` and `latch_n_events` are its own. */
void environment_print_functions(text *out);
/* As numbers, for such a reader. */
void environment_print_table(text *out, const event_vec *events);

#endif
