// expect: safe; options: -v
// With any arguments.
#include <assert.h>

static void notify(int value)
{
    assert(value == 5 || value != 5);
}

void run(void (*function)(int));

int main(void)
{
    run(notify);
    return 0;
}
