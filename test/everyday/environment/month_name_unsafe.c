// expect: unsafe line 22
// fails with: time 0
// Print the number and the name of the current month.
#include <assert.h>
#include <stdio.h>
#include <time.h>

static const char *const names[] = {
    "", "Jan", "Feb", "Mar", "Apr", "May", "Jun",
    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
};

int main(void)
{
    time_t now = time(NULL);
    struct tm *tm = gmtime(&now);
    int month;

    if (tm == NULL)
        return 1;
    month = tm->tm_mon;
    assert(month >= 1);
    assert(month <= 12);
    printf("%d %s\n", month, names[month]);
    return 0;
}
