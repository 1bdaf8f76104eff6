// expect: unknown
// random changes the array that initstate was given.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char state[64];

int main(void)
{
    initstate(1, state, sizeof state);
    char before[64];
    memcpy(before, state, sizeof state);
    random();
    assert(memcmp(before, state, sizeof state) == 0);
    return 0;
}
