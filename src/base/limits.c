#include "base/limits.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double limits_now(void) { return read_clock(CLOCK_MONOTONIC); }

double limits_work(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

bool limits_is_over(const limits *l)
{
    return (l->stop && *l->stop) || (l->deadline > 0 && limits_now() >= l->deadline);
}

double limits_left(const limits *l)
{
    if (l->stop && *l->stop) return 0;
    if (l->deadline <= 0) return 1e9;
    double left = l->deadline - limits_now();
    return left > 0 ? left : 0;
}

limits limits_within(const limits *l, double seconds)
{
    limits r = *l;
    double deadline = limits_now() + (seconds > 0 ? seconds : 0);
    if (r.deadline <= 0 || deadline < r.deadline) r.deadline = deadline;
    return r;
}
