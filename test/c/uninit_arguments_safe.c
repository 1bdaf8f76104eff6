// expect: safe; options: --check uninit
/* The system has set the arguments, and a caller what it passes. */
#include <string.h>

static int is_option(const char *s)
{
    return s[0] == '-' && s[1] != 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) return 1;
    if (strcmp(argv[1], "--help") == 0) return 2;
    return is_option(argv[1]);
}
