// expect: unsafe line 33
// fails with: nondet 3, 2
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define N 4u

/* Looks at the k-th waiting element of a ring buffer. */
static unsigned slot(unsigned tail, unsigned k)
{
    unsigned s = tail + k;

    if (s > N)
        s -= N;
    return s;
}

int main(void)
{
    unsigned data[N];
    unsigned tail = __VERIFIER_nondet_uint();
    unsigned count = __VERIFIER_nondet_uint();
    unsigned k, sum = 0;

    __VERIFIER_assume(tail < N && count <= N);
    for (k = 0; k < N; k++)
        data[k] = k;
    for (k = 0; k < count; k++) {
        unsigned s = slot(tail, k);

        assert(s < N);
        sum += data[s];
    }
    assert(sum <= N * (N - 1) / 2);
    return 0;
}
