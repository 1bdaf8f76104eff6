// expect: safe
// Format "name+N" into a small field and detect truncation.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int format_tag(char *buf, size_t size, const char *name, const char *suffix)
{
    int n = snprintf(buf, size, "%s%s", name, suffix);

    if (n < 0)
        return -1;
    if ((size_t)n >= size)
        return -1;
    return n;
}

int main(int argc, char **argv)
{
    char tag[8];
    int n;

    if (argc != 3)
        return 2;
    if (strlen(argv[1]) > 20 || strlen(argv[2]) > 20)
        return 2;
    n = format_tag(tag, sizeof tag, argv[1], argv[2]);
    if (n < 0) {
        fprintf(stderr, "tag too long\n");
        return 1;
    }
    assert(strlen(tag) == (size_t)n);
    puts(tag);
    return 0;
}
