// expect: unsafe line 11
/* ctime writes where gmtime has written. */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t a = 0, b = 86400L * 400;
    struct tm *g = gmtime(&a);
    ctime(&b);
    assert(g->tm_year == 70);
    return 0;
}
