// expect: unknown; options: --check bounds
// A function of the library that has no model writes 26 bytes, and there is no room.
#include <time.h>

int main(void)
{
    char text[20];
    struct tm date = {.tm_year = 100, .tm_mday = 1};
    asctime_r(&date, text);
    return 0;
}
