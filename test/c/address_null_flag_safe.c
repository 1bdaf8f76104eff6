// expect: safe
// A null pointer that becomes a number is 0, and what is counted in it is what it is.
#include <assert.h>
#include <stdint.h>

static int handler(int x) { return x + 1; }
static int (*registered)(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    intptr_t pending = (intptr_t)registered;
    if (__VERIFIER_nondet_int() == 1) registered = handler;
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_int()) pending = pending + 1;
    assert(pending >= 0 && pending <= 3);
    if (registered) assert(registered(1) == 2);
    return 0;
}
