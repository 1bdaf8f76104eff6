// expect: safe
// Pack a date into 16 bits: 7 bits year, 4 bits month, 5 bits day.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned pack(unsigned year, unsigned month, unsigned day)
{
    return (year - 1980) << 9 | month << 5 | day;
}

static unsigned year_of(unsigned d)  { return (d >> 9) + 1980; }
static unsigned month_of(unsigned d) { return (d >> 5) & 0xf; }
static unsigned day_of(unsigned d)   { return d & 0x1f; }

int main(int argc, char **argv)
{
    long y, m, d;
    unsigned packed;

    if (argc != 4)
        return 2;
    y = strtol(argv[1], NULL, 10);
    m = strtol(argv[2], NULL, 10);
    d = strtol(argv[3], NULL, 10);
    if (y < 1980 || y > 2107 || m < 1 || m > 12 || d < 1 || d > 31)
        return 1;
    packed = pack((unsigned)y, (unsigned)m, (unsigned)d);
    assert(packed <= 0xffff);
    assert(year_of(packed) == (unsigned)y);
    assert(month_of(packed) == (unsigned)m);
    assert(day_of(packed) == (unsigned)d);
    printf("%u\n", packed);
    return 0;
}
