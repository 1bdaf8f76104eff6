// expect: safe
// An impossible index ends the program at once with abort().
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define N 8

static int cells[N + 1];

static void die(const char *msg)
{
    fprintf(stderr, "fatal: %s\n", msg);
    abort();
}

static void put(unsigned i, int value)
{
    if (i >= N)
        die("index out of range");
    assert(i < N);
    cells[i] = value;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();

    put(a, 1);
    put(b, 2);
    printf("%d\n", cells[a] + cells[b]);
    return 0;
}
