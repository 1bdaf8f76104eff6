// expect: safe unreachable lines 11; options: -v
/* The decisions of lines 8 and 9 are made, even if constants decide them. */
#include <assert.h>

int main(void)
{
    int x = 3;
    assert(x == 3);
    if (x > 3) {
        x = 7;
        assert(x == 7);
    }
    return 0;
}
