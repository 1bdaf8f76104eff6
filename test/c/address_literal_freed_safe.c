// expect: safe
/* A literal is never gone: what else is freed does not matter to its address. Nothing follows these pointers. */
#include <assert.h>
#include <stdlib.h>

static int differ(const char *a, const char *b)
{
    if (a == b) return 0;
    char *c = malloc(1);
    free(c);
    return 1;
}

int main(void)
{
    assert(differ("ab", "xyz") == 1);
    assert(differ("gu", "kqa") == 1);
    return 0;
}
