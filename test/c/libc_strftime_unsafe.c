// expect: unsafe line 12; options: -v
// A string that fits, or 0.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    char text[8] = "-------";
    struct tm day = {.tm_year = 100, .tm_mday = 1};
    size_t n = strftime(text, sizeof text, "%Y", &day);
    assert(n == 0 || text[0] == '-');
    return 0;
}
