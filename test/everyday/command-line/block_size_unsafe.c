// expect: unsafe line 29
// fails with: args "4194304K"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define KIB 1024u

/* A size such as "512" or "16K", as 32 bits; 0 if it is not valid. */
static unsigned parse_size(const char *s)
{
    char *end;
    unsigned long n;
    unsigned size;

    if (!isdigit((unsigned char)s[0]))
        return 0;
    n = strtoul(s, &end, 10);
    if (n == 0 || n > 0xffffffffUL)
        return 0;
    size = (unsigned)n;
    if (*end == 'K') {
        size *= KIB;
        end++;
    }
    if (*end != '\0')
        return 0;
    assert(size >= n);
    return size;
}

int main(int argc, char **argv)
{
    unsigned size;

    if (argc != 2)
        return 1;
    size = parse_size(argv[1]);
    if (size == 0) {
        fputs("invalid size\n", stderr);
        return 1;
    }
    printf("%u bytes\n", size);
    return 0;
}
