// expect: safe; options: --check unsigned
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_uint() % 8;
    for (size_t i = n; i >= 3; i--)
        if (i - 3 < 2) return 1;
    return 0;
}
