// expect: unsafe line 41
// fails with: stdin "31 12 2023"
#include <assert.h>
#include <stdio.h>

static int leap(int y)
{
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int month_days(int m, int y)
{
    static const int days[] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };

    return days[m - 1] + (m == 2 && leap(y));
}

static int day_of_year(int d, int m, int y)
{
    int n = d;
    int i;

    for (i = 1; i <= m; i++)
        n += month_days(i, y);
    return n;
}

int main(void)
{
    int d, m, y, n;

    if (scanf("%2d %2d %4d", &d, &m, &y) != 3)
        return 1;
    if (y < 1583 || m < 1 || m > 12 || d < 1 || d > month_days(m, y)) {
        puts("no such day");
        return 1;
    }
    n = day_of_year(d, m, y);
    assert(n >= 1 && n <= 365 + leap(y));
    printf("day %d of %d\n", n, y);
    return 0;
}
