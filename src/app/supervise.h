#ifndef APP_SUPERVISE_H
#define APP_SUPERVISE_H

/* A command runs in a child process, and this one watches it. So the limits hold whatever the child does: reading a file that never comes,
 * folding numbers without end, inside of the compiler or of a library that asks nobody. An answer is given in any case, by the child, or
 * by this process if the child cannot: never by both. No process and no temporary file is left.
 *
 * The child is asked to come to an end first, and has a moment for that: what it knows by then is its answer. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum phase {
    PHASE_READING, /* there is nothing to lose yet */
    PHASE_WORKING,
    PHASE_ANSWERED, /* the child has begun to say its answer */
    PHASE_TAKEN_OVER, /* the child has not, and will not */
} phase;

/* What the child tells about itself, in memory that it shares with this process. */
typedef struct board {
    atomic_int phase;
    atomic_int code; /* PHASE_ANSWERED: the exit code that goes with the answer */
} board;
void board_set_working(board *b); /* the problem has been read */
/* To be called before the answer is printed. Does not return if this process has taken over. */
void board_answer(board *b, int code);

typedef struct supervision {
    double deadline; /* in the time of limits_now; 0 = none */
    size_t memory; /* bytes for all processes together; 0 = no limit */
    double grace; /* seconds from the end of the time, or an interrupt, until the child is ended while it works */
    int (*body)(void *context, board *b); /* in the child; returns the exit code */
    /* In this process: says an answer in place of the child, and returns the exit code. `why` is "out of time" or the like. */
    int (*give_up)(void *context, const char *why, bool is_reading);
    void *context;
} supervision;

int supervise(const supervision *s); /* the exit code */

#endif
