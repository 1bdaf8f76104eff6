#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

/* When to stop: a deadline and a flag that a signal handler may raise. Long loops ask limits_is_over now and then. */

#include <signal.h>
#include <stdbool.h>

typedef struct limits {
    double deadline; /* in the time of limits_now; 0 = none */
    const volatile sig_atomic_t *stop; /* borrowed; NULL = none */
} limits;

double limits_now(void); /* monotonic seconds */
/* Seconds of processor time this process has used: what to measure a share of work by, so that other programs on the machine do not
 * shorten it. */
double limits_work(void);
bool limits_is_over(const limits *l);
/* Seconds left; a very large number without a deadline; 0 when over. */
double limits_left(const limits *l);
/* The limits `l`, but over in `seconds` at the latest. */
limits limits_within(const limits *l, double seconds);

#endif
