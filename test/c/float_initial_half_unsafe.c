// expect: unsafe line 10
/* A short floating-point number has two bytes: what lies behind it is not part of it. */
#include <assert.h>
struct {
    _Float16 half;
    short a, b, c;
} g = {1.0f16, 0, 0, 0};
int main(void)
{
    assert(g.c != 0);
    return 0;
}
