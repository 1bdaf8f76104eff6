// expect: complete; unreachable: 14
#include <stdlib.h>

int main(void)
{
    int x, a[4];
    unsigned char *bytes = malloc(8);
    if (x == 12345) return 1; /* whatever is there */
    if (a[2] == -7) return 2;
    if (bytes[3] == 200) return 3;
    unsigned char b = bytes[4];
    free(bytes);
    if (b > 100 && b < 102) return 4;
    if (b > 255) return 5;
    return 0;
}
