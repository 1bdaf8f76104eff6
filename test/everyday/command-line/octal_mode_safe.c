// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Parses an octal file mode of one to four digits, -1 if it is not valid. */
static int parse_mode(const char *s)
{
    size_t n = strlen(s);
    int mode = 0;

    if (n < 1 || n > 4)
        return -1;
    for (; *s != '\0'; s++) {
        if (*s < '0' || *s > '7')
            return -1;
        assert(((*s - '0') & ~7) == 0);
        mode = mode * 8 + (*s - '0');
    }
    return mode;
}

static void show(int mode)
{
    static const char rwx[] = "rwxrwxrwx";
    char text[10];
    int i;

    for (i = 0; i < 9; i++)
        text[i] = (mode & (0400 >> i)) ? rwx[i] : '-';
    text[9] = '\0';
    puts(text);
}

int main(int argc, char **argv)
{
    int mode;

    if (argc < 2)
        return 1;
    mode = parse_mode(argv[1]);
    if (mode < 0) {
        fputs("invalid mode\n", stderr);
        return 1;
    }
    assert(mode <= 07777);
    show(mode);
    return 0;
}
