// expect: unsafe line 30
// fails with: nondet 1900
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 != 0);
}

/* Days from 1 January of year 1 to 1 January of the given year. */
static long days_before(int year)
{
    long y = year - 1;

    return y * 365 + y / 4 - y / 100 + y / 400;
}

int main(void)
{
    int year = __VERIFIER_nondet_int();
    long days;

    if (year < 1 || year > 9999)
        return 0;
    days = days_before(year + 1) - days_before(year);
    printf("%d: %ld days\n", year, days);
    assert(days == 365 + is_leap(year));
    return 0;
}
