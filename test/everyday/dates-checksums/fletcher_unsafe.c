// expect: unsafe line 18
// fails with: args "abc"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fletcher-16 */
static unsigned fletcher16(const unsigned char *p, size_t n)
{
    unsigned s1 = 0, s2 = 0;

    while (n-- > 0) {
        s1 = (s1 + *p++) % 255;
        s2 = s2 + s1 % 255;
    }
    assert(s1 < 255);
    assert(s2 < 255);
    return (s2 << 8) | s1;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);

        if (n > 16)
            n = 16;
        printf("%04x %s\n", fletcher16((const unsigned char *)argv[i], n),
               argv[i]);
    }
    return 0;
}
