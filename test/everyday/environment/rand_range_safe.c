// expect: safe
// A random number between two limits given by the user.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int random_between(int lo, int hi)
{
    return lo + rand() % (hi - lo + 1);
}

int main(int argc, char **argv)
{
    long lo, hi;
    int r;

    if (argc < 3)
        return 2;
    lo = strtol(argv[1], NULL, 10);
    hi = strtol(argv[2], NULL, 10);
    if (lo < 0 || hi < lo || hi > 1000)
        return 1;
    srand(argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1);
    r = random_between((int)lo, (int)hi);
    assert(r >= lo);
    assert(r <= hi);
    printf("%d\n", r);
    return 0;
}
