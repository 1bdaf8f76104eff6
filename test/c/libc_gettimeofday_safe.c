// expect: safe; options: -v
#include <assert.h>
#include <sys/time.h>

int main(void)
{
    struct timeval now = {0, -1};
    gettimeofday(&now, 0);
    assert(now.tv_usec >= 0 && now.tv_usec < 1000000);
    return 0;
}
