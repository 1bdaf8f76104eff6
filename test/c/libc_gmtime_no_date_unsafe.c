// expect: unsafe line 12
// Where the year is too large for an int, the time of the day is stored all the same.
#include <assert.h>
#include <limits.h>
#include <time.h>

int main(void)
{
    time_t last = LONG_MAX;
    struct tm date = {0};
    if (gmtime_r(&last, &date)) return 0;
    assert(date.tm_hour == 0);
    return 0;
}
