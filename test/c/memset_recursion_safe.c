// expect: safe
#include <assert.h>
#include <string.h>

static int depth(int n, const int *outer)
{
    int a[4];
    memset(a, 0, sizeof a);
    a[1] = n;
    if (n < 2) return depth(n + 1, a);
    a[2] = outer[1];
    assert(a[2] == 1);
    return a[2];
}

int main(void) { return depth(1, 0); }
