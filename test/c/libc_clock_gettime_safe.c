// expect: safe; options: -v
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now = {0, -1};
    if (clock_gettime(CLOCK_REALTIME, &now) == 0)
        assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    return 0;
}
