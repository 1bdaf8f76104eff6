// expect: unsafe line 19
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int calls;
static char pool[100];

void *malloc(size_t n)
{
    calls++;
    return pool;
}

/* But it calls the program's malloc. */
int main(void)
{
    char *copy = strdup("abc");
    assert(calls == 0);
    return copy[0];
}
