// expect: unsafe line 18
/* One literal is itself. */
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
    const char *same = "gu";
    assert(differ("ab", "xyz") == 1);
    assert(differ(same, same) == 1);
    return 0;
}
