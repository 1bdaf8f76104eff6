// expect: safe
#include <assert.h>
#include <stdio.h>

struct clock {
    int hour;
    int minute;
};

static int parse_clock(const char *s, struct clock *c)
{
    int h, m;

    if (sscanf(s, "%2d:%2d", &h, &m) != 2)
        return 0;
    if (h < 0 || h >= 24)
        return 0;
    if (m < 0 || m >= 60)
        return 0;
    c->hour = h;
    c->minute = m;
    return 1;
}

static int minutes_of_day(const struct clock *c)
{
    return c->hour * 60 + c->minute;
}

int main(void)
{
    char line[16];
    struct clock c;

    while (fgets(line, sizeof line, stdin) != NULL) {
        int m;

        if (!parse_clock(line, &c)) {
            puts("?");
            continue;
        }
        m = minutes_of_day(&c);
        assert(m >= 0 && m < 24 * 60);
        printf("%d minutes\n", m);
    }
    return 0;
}
