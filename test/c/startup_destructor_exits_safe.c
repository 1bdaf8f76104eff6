// expect: safe
/* A destructor that calls exit ends the others, and does not run again. */
#include <assert.h>
#include <stdlib.h>

static int ran;

__attribute__((destructor(300))) static void first(void)
{
    ran++;
    assert(ran == 1);
    exit(1);
}
__attribute__((destructor(200))) static void second(void) { assert(0); }

int main(void) { return 0; }
