// expect: safe; options: -v
#include <assert.h>
#include <ctype.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 255)
        return 0;
    if (isdigit(c))
        assert(c >= '0' && c <= '9');
    return 0;
}
