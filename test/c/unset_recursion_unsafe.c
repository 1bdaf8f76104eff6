// expect: unsafe line 15
#include <assert.h>

static int deep(int n)
{
    int local;
    if (n == 0) return 0;
    if (local < 0 || local > 9) return 0;
    return 10 * deep(n - 1) + local;
}

int main(void)
{
    int r = deep(3);
    assert(r != 274);
    return 0;
}
