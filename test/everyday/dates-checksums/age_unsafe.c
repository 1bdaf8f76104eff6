// expect: unsafe line 46
// fails with: nondet 2000, 6, 15, 2020, 6, 10
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct date {
    int y, m, d;
};

static int read_date(struct date *t)
{
    t->y = __VERIFIER_nondet_int();
    t->m = __VERIFIER_nondet_int();
    t->d = __VERIFIER_nondet_int();
    return t->y >= 1900 && t->y <= 2100 && t->m >= 1 && t->m <= 12
        && t->d >= 1 && t->d <= 31;
}

static long key(int y, int m, int d)
{
    return y * 10000L + m * 100L + d;
}

/* Full years between the birthday and today. */
static int age(const struct date *born, const struct date *now)
{
    int years = now->y - born->y;

    if (now->m < born->m && now->d < born->d)
        years--;
    return years;
}

int main(void)
{
    struct date born, now;
    int a;

    if (!read_date(&born) || !read_date(&now))
        return 0;
    if (key(born.y, born.m, born.d) > key(now.y, now.m, now.d))
        return 0;
    a = age(&born, &now);
    /* the last birthday was not in the future */
    assert(key(born.y + a, born.m, born.d) <= key(now.y, now.m, now.d));
    return 0;
}
