/* Which kind of triangle has these sides? */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NONE, EQUILATERAL, ISOSCELES, SCALENE };

static enum kind classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0) return NONE;
    if (a >= b + c || b >= a + c || c >= a + b) return NONE;
    if (a == b && b == c) return EQUILATERAL;
    if (a == b || b == c || a == c) return ISOSCELES;
    return SCALENE;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (a > 1000 || b > 1000 || c > 1000) return 1;
    switch (classify(a, b, c)) {
    case NONE: return 2;
    case EQUILATERAL:
        if (a + b == c) return 3; /* no such triangle */
        return 0;
    case ISOSCELES: assert(a != b || b != c); return 0;
    case SCALENE: return 0;
    default: return 4;
    }
}
