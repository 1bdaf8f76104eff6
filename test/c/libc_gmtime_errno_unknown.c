// expect: unknown
// gmtime looks up the time zone, too, and may find that there is none of its name.
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void)
{
    time_t start = 0;
    errno = 0;
    struct tm *date = gmtime(&start);
    assert(date->tm_year == 70 && errno == 0);
    return 0;
}
