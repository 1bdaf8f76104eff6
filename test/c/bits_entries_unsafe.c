// expect: unsafe line 16; options: --engine bits
// A loop with two entries.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, j = 0;
    if (__VERIFIER_nondet_int()) goto middle;
    while (i < 5) {
        i++;
middle:
        j++;
    }
    assert(j == i);
}
