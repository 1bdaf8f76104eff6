// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const month[12] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun",
    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
};

/* Prints the day of a time stamp (seconds since 1970). */
int main(int argc, char **argv)
{
    char *end;
    long seconds;
    time_t t;
    struct tm *tm;
    int m;

    if (argc != 2)
        return 1;
    errno = 0;
    seconds = strtol(argv[1], &end, 10);
    if (errno != 0 || *end != '\0' || seconds < 0)
        return 1;
    t = (time_t)seconds;
    tm = gmtime(&t);
    if (tm == NULL)
        return 1;
    m = tm->tm_mon;
    assert(m >= 0 && m < 12);
    printf("%d %s\n", tm->tm_mday, month[m]);
    return 0;
}
