// expect: safe
/* A system counts nanoseconds in 63 bits: its clock stands before the year 2263. */
#include <assert.h>
#include <time.h>
int main(void)
{
    assert(time(NULL) < 100000000000LL);
    return 0;
}
