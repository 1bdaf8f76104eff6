// expect: unsafe line 9; options: -v
// time stores what it returns.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t stored = 1, now = time(&stored);
    assert(stored != 1234567890);
    return 0;
}
