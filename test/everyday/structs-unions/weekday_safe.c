// expect: safe
// Step through the days of the week.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum day { SUN, MON, TUE, WED, THU, FRI, SAT };

static const char *name(enum day d)
{
    switch (d) {
    case SUN: return "Sunday";
    case MON: return "Monday";
    case TUE: return "Tuesday";
    case WED: return "Wednesday";
    case THU: return "Thursday";
    case FRI: return "Friday";
    case SAT: return "Saturday";
    }
    return NULL;
}

static enum day next(enum day d)
{
    return d == SAT ? SUN : (enum day)(d + 1);
}

int main(int argc, char **argv)
{
    long start, steps;
    enum day d;

    if (argc != 3)
        return 2;
    start = strtol(argv[1], NULL, 10);
    steps = strtol(argv[2], NULL, 10);
    if (start < 0 || start > 6 || steps < 0 || steps > 10)
        return 1;
    d = (enum day)start;
    while (steps-- > 0) {
        d = next(d);
        assert(name(d) != NULL);
    }
    puts(name(d));
    return 0;
}
