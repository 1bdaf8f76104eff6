// expect: safe
// Behind a function that does not return, nothing is run.
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

int main(void)
{
    int x = 0;
    work();
    if (x == 1) never();
    finish(1);
    take(&x);
    never();
}
