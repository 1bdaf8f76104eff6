// expect: unsafe line 13
/* Four numbers with points between them: random bytes are hardly ever that, texts are. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned a, b, c, d;
    char rest;
    if (argc < 2) return 2;
    if (sscanf(argv[1], "%3u.%3u.%3u.%3u%c", &a, &b, &c, &d, &rest) != 4) return 1;
    if (a > 255 || b > 255 || c > 255) return 1;
    assert(d <= 255);
    return 0;
}
