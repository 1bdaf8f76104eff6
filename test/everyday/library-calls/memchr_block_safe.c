// expect: safe
// Count the blocks of input that contain a newline.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 8

int main(void)
{
    char buf[BLOCK];
    size_t n;
    unsigned blocks = 0;

    memset(buf, 0, sizeof buf);
    while ((n = fread(buf, 1, sizeof buf, stdin)) > 0) {
        char *nl = memchr(buf, '\n', n);

        if (nl != NULL) {
            assert((size_t)(nl - buf) < n);
            blocks++;
        }
    }
    printf("%u\n", blocks);
    return 0;
}
