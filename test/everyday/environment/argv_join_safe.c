// expect: safe
// Join the arguments with spaces.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char buf[16] = "";
    size_t len = 0;
    int i;

    for (i = 1; i < argc && i < 6; i++) {
        size_t n = strlen(argv[i]);

        if (n >= sizeof buf - 1 - len) {
            fprintf(stderr, "too long\n");
            return 1;
        }
        assert(len + n + 1 < sizeof buf);
        memcpy(buf + len, argv[i], n);
        len += n;
        buf[len++] = ' ';
        buf[len] = '\0';
    }
    assert(strlen(buf) == len);
    puts(buf);
    return 0;
}
