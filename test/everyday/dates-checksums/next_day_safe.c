// expect: safe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct date {
    int day, month, year;
};

static int days_in(int month, int year)
{
    switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 2:
        if (year % 400 == 0 || (year % 4 == 0 && year % 100 != 0))
            return 29;
        return 28;
    default:
        return 31;
    }
}

static int valid(const struct date *d)
{
    return d->year >= 1 && d->year <= 3000 && d->month >= 1 && d->month <= 12
        && d->day >= 1 && d->day <= days_in(d->month, d->year);
}

static void next_day(struct date *d)
{
    d->day++;
    if (d->day > days_in(d->month, d->year)) {
        d->day = 1;
        d->month++;
        if (d->month > 12) {
            d->month = 1;
            d->year++;
        }
    }
}

int main(void)
{
    struct date d;

    d.day = __VERIFIER_nondet_int();
    d.month = __VERIFIER_nondet_int();
    d.year = __VERIFIER_nondet_int();
    if (!valid(&d) || d.year == 3000)
        return 0;
    next_day(&d);
    assert(valid(&d));
    return 0;
}
