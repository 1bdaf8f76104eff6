// expect: safe; options: -v
// It may call the function whose address it gets, any number of times.
#include <assert.h>

static int calls;

static void notify(void)
{
    calls++;
    assert(calls < 1000000 || calls >= 1000000);
    if (calls >= 1000000) calls = 0;
}

void run(void (*function)(void));

int main(void)
{
    run(notify);
    return 0;
}
