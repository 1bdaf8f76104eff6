// expect: safe
/* What was copied stays, and asctime only reads. */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t a = 0, b = 86400L * 400;
    struct tm *g = gmtime(&a);
    struct tm copy = *g;
    asctime(g);
    assert(g->tm_year == 70);
    ctime(&b);
    assert(copy.tm_year == 70);
    return 0;
}
