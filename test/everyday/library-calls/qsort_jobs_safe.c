// expect: safe
// Sort jobs by priority; a job that was filled in has a priority of at least 1.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAXJOBS 4

struct job {
    int id;
    int priority;
};

static struct job jobs[MAXJOBS];

static int by_priority(const void *a, const void *b)
{
    const struct job *x = a, *y = b;

    assert(x->priority >= 1 && y->priority >= 1);
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->id - y->id;
}

int main(void)
{
    int i, n;

    n = __VERIFIER_nondet_int();
    if (n < 0 || n > MAXJOBS)
        return 1;
    for (i = 0; i < n; i++) {
        int p = __VERIFIER_nondet_int();

        jobs[i].id = i + 1;
        jobs[i].priority = p < 1 ? 1 : p;
    }
    qsort(jobs, n, sizeof jobs[0], by_priority);
    for (i = 0; i < n; i++)
        printf("%d: %d\n", jobs[i].id, jobs[i].priority);
    return 0;
}
