// expect: unsafe line 13; options: --check uninit
#include <string.h>

static int is_option(const char *s)
{
    return s[0] == '-' && s[1] != 0;
}

int main(int argc, char **argv)
{
    char command[8];
    if (argc > 1 && is_option(argv[1])) command[0] = argv[1][1];
    if (command[0] == 'x') return 2;
    return 0;
}
