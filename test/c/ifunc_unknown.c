// expect: unknown
/* Which function it is, is chosen by the loader. */
#include <assert.h>
static int one(void) { return 1; }
static int (*choose(void))(void) { return one; }
int chosen(void) __attribute__((ifunc("choose")));
int main(void)
{
    assert(chosen() == 1);
    return 0;
}
