// expect: unsafe line 24
// fails with: nondet 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0
// A fixed pool of objects with a free list of indices.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define N 3

static bool in_use[N];
static int free_list[16];
static int nfree;

static int pool_alloc(void)
{
    int i;

    if (nfree == 0)
        return -1;
    i = free_list[--nfree];
    assert(!in_use[i]);
    in_use[i] = true;
    return i;
}

static void pool_free(int i)
{
    if (i < 0 || i >= N)
        return;
    in_use[i] = false;
    free_list[nfree++] = i;
}

int main(void)
{
    int i;

    for (i = 0; i < N; i++)
        free_list[nfree++] = i;
    for (i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_bool())
            pool_free(__VERIFIER_nondet_int());
        else
            printf("got %d\n", pool_alloc());
    }
    return 0;
}
