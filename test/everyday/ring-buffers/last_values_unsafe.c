// expect: unsafe line 30
// fails with: rand 9, 5, 6, 7, 8, 9, 10, 11, 12
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define KEEP 4

static int log_value[KEEP];
static int next;                /* where the next value goes */
static int stored;

/* Keeps the last KEEP values only. */
static void log_add(int v)
{
    log_value[next] = v;
    next = (next + 1) % KEEP;
    if (stored <= KEEP)
        stored++;
}

/* i == 0 is the newest value */
static int log_get(int i)
{
    int k = next - 1 - i;

    if (k < 0)
        k += KEEP;
    assert(k >= 0 && k < KEEP);
    return log_value[k];
}

int main(void)
{
    int round, rounds, i;

    srand((unsigned)time(NULL));
    rounds = rand() % 10;
    for (round = 0; round < rounds; round++) {
        int v = rand() % 100;

        log_add(v);
        assert(log_get(0) == v);
        for (i = 0; i < stored; i++)
            printf("%d ", log_get(i));
        putchar('\n');
    }
    return 0;
}
