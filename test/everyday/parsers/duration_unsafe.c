// expect: unsafe line 52
// fails with: args "1h75m"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

struct duration {
    int hours;
    int minutes;
};

/* One or two digits; returns -1 if there are none. */
static int number(const char **s)
{
    int v = 0;
    int n = 0;

    while (n < 2 && isdigit((unsigned char)**s)) {
        v = v * 10 + (**s - '0');
        (*s)++;
        n++;
    }
    return n > 0 ? v : -1;
}

/* Parses "2h", "45m" or "1h30m"; returns 0 if it is malformed. */
static int parse(const char *s, struct duration *d)
{
    int v = number(&s);

    d->hours = 0;
    d->minutes = 0;
    if (v >= 0 && *s == 'h') {
        d->hours = v;
        s++;
        if (*s == '\0')
            return 1;
        v = number(&s);
    }
    if (v < 0 || (v > 59 && d->hours == 0))
        return 0;
    d->minutes = v;
    return s[0] == 'm' && s[1] == '\0';
}

int main(int argc, char **argv)
{
    struct duration d;

    if (argc < 2 || !parse(argv[1], &d))
        return 1;
    assert(d.minutes >= 0 && d.minutes < 60);
    printf("%d minutes\n", d.hours * 60 + d.minutes);
    return 0;
}
