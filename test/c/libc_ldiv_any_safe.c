// expect: safe; options: -v
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    ldiv_t d = ldiv(x, 60);
    assert(d.quot * 60 + d.rem == x && d.rem < 60 && d.rem > -60);
    return 0;
}
