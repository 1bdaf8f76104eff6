// expect: unsafe line 8; options: --check bounds
/* What is looked for has no end, even if its first character is nowhere. */
#include <string.h>

int main(void)
{
    char part[4] = {'x', 'y', 'z', 'z'};
    return strstr("abc", part) != 0;
}
