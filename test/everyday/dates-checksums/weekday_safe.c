// expect: safe
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static const char *const names[7] = {
    "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday",
    "Friday"
};

/* Zeller's congruence, 0 is Saturday */
static int weekday(int d, int m, int y)
{
    int k, j;

    if (m < 3) {
        m += 12;
        y--;
    }
    k = y % 100;
    j = y / 100;
    return (d + 13 * (m + 1) / 5 + k + k / 4 + j / 4 + 5 * j) % 7;
}

int main(void)
{
    int d = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int w;

    __VERIFIER_assume(d >= 1 && d <= 31);
    __VERIFIER_assume(m >= 1 && m <= 12);
    __VERIFIER_assume(y >= 1600 && y <= 2400);
    w = weekday(d, m, y);
    assert(w >= 0 && w < 7);
    printf("%s\n", names[w]);
    return 0;
}
