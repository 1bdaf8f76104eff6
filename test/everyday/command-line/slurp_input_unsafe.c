// expect: unsafe line 33
// fails with: stdin "abcdefgh"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 64

/* Reads up to LIMIT characters into memory that grows as needed. */
static char *slurp(size_t *len)
{
    size_t cap = 8;
    size_t n = 0;
    char *buf = malloc(cap);
    int c;

    if (buf == NULL)
        return NULL;
    while (n < LIMIT && (c = getchar()) != EOF) {
        if (n == cap) {
            char *p = realloc(buf, cap * 2);

            if (p == NULL) {
                free(buf);
                return NULL;
            }
            buf = p;
            cap *= 2;
        }
        buf[n++] = (char)c;
    }
    assert(n < cap);
    buf[n] = '\0';
    *len = n;
    return buf;
}

int main(void)
{
    size_t len;
    char *text = slurp(&len);

    if (text == NULL) {
        fputs("out of memory\n", stderr);
        return 1;
    }
    printf("%zu characters: %s\n", len, text);
    free(text);
    return 0;
}
