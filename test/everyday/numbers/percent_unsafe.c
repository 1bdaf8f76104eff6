// expect: unsafe line 26
// fails with: nondet 50000000, 50000000
// Progress in percent; 100 exactly when everything is done.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned percent(unsigned done, unsigned total)
{
    if (total == 0)
        return 100;
    if (done > total)
        done = total;
    return done * 100 / total;
}

int main(void)
{
    unsigned done = __VERIFIER_nondet_uint();
    unsigned total = __VERIFIER_nondet_uint();
    unsigned p = percent(done, total);

    assert(p <= 100);
    if (done >= total)
        assert(p == 100);
    printf("%u%%\n", p);
    return 0;
}
