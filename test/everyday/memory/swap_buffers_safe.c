// expect: safe
// One step of a ring where every particle moves one cell to the right.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define N 6

static bool cells[2][N];

static int count(const bool *a)
{
    int i, n = 0;

    for (i = 0; i < N; i++)
        n += a[i];
    return n;
}

static void step(const bool *cur, bool *next)
{
    int i;

    for (i = 0; i < N; i++)
        next[(i + 1) % N] = cur[i];
}

int main(void)
{
    bool *front = cells[0], *back = cells[1];
    bool *tmp;
    int i, before;

    for (i = 0; i < N; i++)
        front[i] = __VERIFIER_nondet_bool();
    before = count(front);
    for (i = 0; i < 3; i++) {
        step(front, back);
        tmp = front;
        front = back;
        back = tmp;
    }
    assert(count(front) == before);
    printf("%d\n", before);
    return 0;
}
