// expect: safe
#include <assert.h>
#include <stdio.h>

/* Number of continuation bytes after a start byte, -1 if there is none. */
static int continuation(int c)
{
    if (c < 0x80)
        return 0;
    if (c < 0xc2)
        return -1;
    if (c < 0xe0)
        return 1;
    if (c < 0xf0)
        return 2;
    if (c < 0xf5)
        return 3;
    return -1;
}

int main(void)
{
    unsigned long code = 0;
    int todo = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (todo > 0) {
            if ((c & 0xc0) != 0x80)
                return 1;
            code = (code << 6) | (unsigned long)(c & 0x3f);
            todo--;
        } else {
            todo = continuation(c);
            if (todo < 0)
                return 1;
            code = todo == 0 ? (unsigned long)c
                             : (unsigned long)(c & (0x3f >> todo));
        }
        if (todo == 0) {
            assert(code <= 0x13ffff);
            printf("U+%04lX\n", code);
        }
    }
    return todo != 0;
}
