// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int days_in(int m, int y)
{
    static const int days[12] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };

    if (m == 2 && y % 4 == 0 && (y % 100 != 0 || y % 400 == 0))
        return 29;
    return days[m - 1];
}

/* The same day one month later, or the last day of that month. */
static int next_month(int d, int *m, int *y)
{
    if (*m == 12) {
        *m = 1;
        (*y)++;
    } else {
        (*m)++;
    }
    if (d > days_in(*m, *y))
        d = days_in(*m, *y);
    return d;
}

int main(void)
{
    int d = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    __VERIFIER_assume(y >= 1600 && y <= 2400);
    __VERIFIER_assume(m >= 1 && m <= 12);
    __VERIFIER_assume(d >= 1 && d <= days_in(m, y));
    d = next_month(d, &m, &y);
    assert(m >= 1 && m <= 12);
    assert(d >= 1 && d <= days_in(m, y));
    return 0;
}
