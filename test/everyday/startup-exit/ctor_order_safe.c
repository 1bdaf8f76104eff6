// expect: safe
// A table is built before main; a second constructor depends on it.
#include <assert.h>
#include <stdio.h>

#define N 8
#define DEFAULT_LEVEL 3

static int squares[N];
static int start_value = -1;

__attribute__((constructor(101)))
static void build_table(void)
{
    int i;

    for (i = 0; i < N; i++)
        squares[i] = i * i;
}

__attribute__((constructor(102)))
static void load_defaults(void)
{
    start_value = squares[DEFAULT_LEVEL];
}

int main(void)
{
    assert(squares[2] == 4);
    assert(start_value == 9);
    printf("start at %d\n", start_value);
    return 0;
}
