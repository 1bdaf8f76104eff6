// expect: safe; options: --check div,overflow
#include <inttypes.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int pages = __VERIFIER_nondet_int();
    if (pages == 0) return 1;
    div_t rest = div(1000, pages);
    imaxdiv_t large = imaxdiv(INT32_MIN, pages);
    return rest.rem != 0 && large.quot > 2 && imaxabs(pages) > 3;
}
