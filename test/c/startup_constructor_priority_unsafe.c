// expect: unsafe line 13; options: -v
// Constructors run by priority, those without one last.
#include <assert.h>

static int order;

__attribute__((constructor)) static void last(void) { order = order * 10 + 3; }
__attribute__((constructor(202))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(201))) static void first(void) { order = order * 10 + 1; }

int main(void)
{
    assert(order == 321);
    return 0;
}
