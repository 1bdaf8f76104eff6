// expect: unsafe line 9; options: --check div
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int pages = __VERIFIER_nondet_int();
    div_t rest = div(1000, pages);
    return rest.rem != 0;
}
