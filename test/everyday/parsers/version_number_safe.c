// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static int parse_part(const char **s, unsigned long *part)
{
    char *end;

    if (!isdigit((unsigned char)**s))
        return 0;
    *part = strtoul(*s, &end, 10);
    *s = end;
    return 1;
}

/* Packs "major.minor.patch" into one number, 0 if it is not valid. */
static unsigned long parse_version(const char *s)
{
    unsigned long major, minor, patch, packed;

    if (!parse_part(&s, &major) || *s++ != '.')
        return 0;
    if (!parse_part(&s, &minor) || *s++ != '.')
        return 0;
    if (!parse_part(&s, &patch) || *s != '\0')
        return 0;
    if (major > 255 || minor > 255 || patch > 255)
        return 0;
    packed = (major << 16) | (minor << 8) | patch;
    assert((packed & 0xff) == patch);
    return packed;
}

int main(int argc, char **argv)
{
    unsigned long v;

    if (argc != 2) {
        fprintf(stderr, "usage: version x.y.z\n");
        return 1;
    }
    v = parse_version(argv[1]);
    if (v == 0) {
        puts("no version");
        return 1;
    }
    printf("%lu\n", v);
    return 0;
}
