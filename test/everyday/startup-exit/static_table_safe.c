// expect: safe
// Days of the months in a table with designated initialisers.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const int days[13] = {
    [1] = 31, [2] = 28, [3] = 31, [4] = 30, [5] = 31, [6] = 30,
    [7] = 31, [8] = 31, [9] = 30, [10] = 31, [11] = 30, [12] = 31,
};

int main(int argc, char **argv)
{
    long m;

    if (argc != 2)
        return 2;
    m = strtol(argv[1], NULL, 10);
    if (m < 1 || m > 12) {
        fprintf(stderr, "no such month\n");
        return 1;
    }
    assert(days[m] >= 28 && days[m] <= 31);
    printf("%d days\n", days[m]);
    return 0;
}
