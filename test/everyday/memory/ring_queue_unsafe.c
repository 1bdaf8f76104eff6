// expect: unsafe line 44
// fails with: nondet 1, 10, 1, 20, 1, 30, 1, 40
// A queue of bounded size in a ring.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define N 3

static int ring[N];
static unsigned head, count;

static int put(int x)
{
    if (count > N)
        return 0;
    ring[(head + count) % N] = x;
    count++;
    return 1;
}

static int get(int *x)
{
    if (count == 0)
        return 0;
    *x = ring[head];
    head = (head + 1) % N;
    count--;
    return 1;
}

int main(void)
{
    int i, x;

    for (i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_bool())
            put(__VERIFIER_nondet_int());
        else if (get(&x))
            printf("%d\n", x);
        assert(head < N);
        assert(count <= N);
    }
    return 0;
}
