// expect: safe; options: -v
// Handlers of atexit are called at the end, the last one first.
#include <assert.h>
#include <stdlib.h>

static int level;

static void upper(void) { level++; }
static void lower(void)
{
    assert(level == 1);
}

int main(void)
{
    atexit(lower);
    atexit(upper);
    return 0;
}
