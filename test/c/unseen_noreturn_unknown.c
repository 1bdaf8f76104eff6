// expect: unknown
// ... and must not run what comes behind a function that does not return. (The program is right, as `work` has no address of x.)
#include <assert.h>

void work(void);
void take(int *value);
void die(void) __attribute__((noreturn));

static void finish(int status)
{
    if (status) die();
    die();
}

static void never(void)
{
    assert(0);
}

static int x;

int main(void)
{
    work();
    if (x == 1) never();
    finish(1);
    take(&x);
    never();
}
