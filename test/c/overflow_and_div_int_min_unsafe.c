// expect: unsafe line 9; options: --check overflow,div
#include <limits.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = INT_MIN, b = __VERIFIER_nondet_int();
    if (b >= 0) return 0;
    return a % b == 7;
}
