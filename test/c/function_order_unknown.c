// expect: unknown
#include <assert.h>
#include <stdint.h>

static int f(int x) { return x; }
static int g(int x) { return x + 1; }

int main(void)
{
    int (*p)(int) = f, (*q)(int) = g;
    assert((uintptr_t)p < (uintptr_t)q && p < q);
    return 0;
}
