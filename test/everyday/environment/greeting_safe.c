// expect: safe
// A greeting that depends on the time of day.
#include <assert.h>
#include <stdio.h>
#include <time.h>

static const char *greeting(int hour)
{
    if (hour < 5)
        return "Good night";
    if (hour < 12)
        return "Good morning";
    if (hour < 18)
        return "Good afternoon";
    return "Good evening";
}

int main(void)
{
    time_t now;
    struct tm *tm;
    const char *text;

    if (time(&now) == (time_t)-1)
        return 1;
    tm = localtime(&now);
    if (tm == NULL)
        return 1;
    text = greeting(tm->tm_hour);
    assert(text != NULL);
    puts(text);
    return 0;
}
