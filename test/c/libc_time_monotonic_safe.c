// expect: safe; options: -v
// time stores what it returns.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t stored = 1, now = time(&stored);
    assert(stored == now);
    return 0;
}
