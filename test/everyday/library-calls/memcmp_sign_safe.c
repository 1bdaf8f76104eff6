// expect: safe
// Put two four-letter codes in order.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char a[4], b[4], tmp[4];

    if (argc != 3 || strlen(argv[1]) != 4 || strlen(argv[2]) != 4)
        return 2;
    memcpy(a, argv[1], sizeof a);
    memcpy(b, argv[2], sizeof b);

    if (memcmp(a, b, sizeof a) > 0) {
        memcpy(tmp, a, sizeof a);
        memcpy(a, b, sizeof a);
        memcpy(b, tmp, sizeof b);
    }
    assert(memcmp(a, b, sizeof a) <= 0);
    printf("%.4s %.4s\n", a, b);
    return 0;
}
