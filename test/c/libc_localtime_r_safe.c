// expect: safe; options: -v
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t moment = 0;
    struct tm parts = {.tm_mon = -1};
    if (localtime_r(&moment, &parts))
        assert(parts.tm_mon >= 0 && parts.tm_mon < 12);
    return 0;
}
