// expect: unknown; options: --check pointer
// What a format from outside makes warnx read is not known.
#include <err.h>

int main(int argc, char **argv)
{
    if (argc > 1) warnx(argv[1]);
    return 0;
}
