// expect: unsafe line 20
#include <assert.h>
#include <string.h>

static int copies;

void *memcpy(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    for (size_t i = 0; i < n; i++) t[i] = f[i];
    copies++;
    return to;
}

int main(int argc, char **argv)
{
    char from[3] = "ab", to[3];
    memcpy(to, from, argc > 1 ? 2 : 3);
    assert(copies == 0);
    return 0;
}
