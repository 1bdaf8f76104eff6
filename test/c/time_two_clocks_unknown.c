// expect: unknown
/* Nobody sets the clock between the calls: a replay must not have a time that gettimeofday does not tell, too. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timeval t;
    time_t now = time(NULL);
    gettimeofday(&t, NULL);
    if (now < 1000000000) return 1;
    assert(t.tv_sec - now < 1000 && now - t.tv_sec < 1000);
    return 0;
}
