// expect: unknown; options: --entry f
#include <assert.h>

/* what a foreign pointer points to is no object of the program: such a run cannot be repeated */
void f(int *p)
{
    if (p) assert(*p != 4);
}
