// expect: safe unreachable lines 23; options: -v
// An assertion that plainly holds, so that no run is seen to fail, is reached all the same; one behind a false condition is not.
#include <assert.h>
#include <string.h>

static int twice(int x) { return 2 * x; }

static void check(int holds)
{
    if (holds) return;
    assert(0);
}

int main(void)
{
    char to[4];
    strcpy(to, "ab");
    assert(to[0] == 'a' && to[1] == 'b' && to[2] == 0);
    int n = twice(3);
    assert(n < 0 || n == 6);
    check(n == 6);
    for (int i = 0; i < 3; i++) assert(twice(i) <= 4);
    if (n > 6) assert(to[0] == 'x');
    return 0;
}
