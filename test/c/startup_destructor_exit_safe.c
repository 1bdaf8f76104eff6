// expect: safe; options: -v
// `exit` runs destructors, `_Exit` does not.
#include <assert.h>
#include <stdlib.h>

static int busy;

__attribute__((destructor)) static void verify(void)
{
    assert(!busy);
}

int main(int argc, char **argv)
{
    (void)argv;
    busy = 1;
    if (argc > 1)
        _Exit(1);
    busy = 0;
    return 0;
}
