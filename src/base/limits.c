#include "base/limits.h"

#include <time.h>

double limits_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

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
