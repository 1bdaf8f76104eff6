// expect: safe; options: --check bounds
#include <string.h>

int main(void)
{
    char part[4] = {'x', 'y', 'z', '\0'};
    return strstr("abc", part) != 0;
}
