// expect: safe
#include <assert.h>
#include <stdio.h>

#define FRAME 8
#define END '\n'
#define ESC '\\'

static unsigned char frame[FRAME];

static unsigned checksum(const unsigned char *p, int n)
{
    unsigned sum = 0;

    while (n-- > 0)
        sum += *p++;
    return sum & 0xff;
}

/* Collects bytes up to END into frames; ESC quotes the next byte. */
int main(void)
{
    int len = 0;
    int escaped = 0;
    int overflow = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (!escaped && c == ESC) {
            escaped = 1;
            continue;
        }
        if (!escaped && c == END) {
            assert(!overflow || len == FRAME);
            if (!overflow)
                printf("%d bytes, sum %u\n", len, checksum(frame, len));
            len = 0;
            overflow = 0;
            continue;
        }
        escaped = 0;
        if (len < FRAME)
            frame[len++] = (unsigned char)c;
        else
            overflow = 1;
    }
    return 0;
}
