// expect: unsafe line 6; options: --entry f --arch 32
#include <assert.h>

static int f(short a, unsigned b)
{
    assert(a != -3 || b != 4000000000u);
    return a;
}

int main(void) { return f(0, 0); }
