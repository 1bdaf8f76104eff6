#ifndef STREAM_DRIVER_H
#define STREAM_DRIVER_H

/* Streams for drivers, with the same bytes in both worlds, and what models of the environment are given. */

#include "driver.h"

#include <errno.h>
#include <stdio.h>

/* As in lib/libc/stream.h. */
struct latch_file {
    int from, pushed, end;
};
enum { FROM_STDIN = -1, FROM_ANYWHERE = -2, FROM_NOWHERE = -3 };

/* The stream of the model, of which a driver has one at a time. */
extern struct latch_file model_stream;

/* A stream of random bytes. It has to be closed by close_stream. */
FILE *open_input(void);
/* A stream for writing: all that is written succeeds, or all fails. */
FILE *open_output(void);
void close_stream(FILE *f);
bool is_at_end(FILE *f);

/* Before and after a call that reads from a stream of open_input: the model is given the bytes that the real one has taken. */
void before_input(FILE *f);
void after_input(FILE *f);

/* Before and after a call that may change errno. */
void before_errno(void);
void choose_errno_change(void);     /* errno_may_change */
int choose_zero_or_failure(int result); /* zero_or_failure */
int choose_descriptor(int result);  /* descriptor_or_failure */

#endif
