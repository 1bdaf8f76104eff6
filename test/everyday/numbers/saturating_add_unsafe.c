// expect: unsafe line 33
// fails with: nondet -100, -100
// Addition of audio samples that saturates instead of wrapping around.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define SAMPLE_MAX 127
#define SAMPLE_MIN (-128)

static signed char mix(signed char a, signed char b)
{
    int sum = a + b;

    if (sum > SAMPLE_MAX)
        sum = SAMPLE_MAX;
    return (signed char)sum;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    signed char m;

    if (x < SAMPLE_MIN || x > SAMPLE_MAX || y < SAMPLE_MIN || y > SAMPLE_MAX)
        return 1;
    m = mix((signed char)x, (signed char)y);
    if (y >= 0)
        assert(m >= x);
    else
        assert(m <= x);
    printf("%d\n", m);
    return 0;
}
