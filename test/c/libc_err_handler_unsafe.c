// expect: unsafe line 9
// err ends the program as exit does: destructors run.
#include <assert.h>
#include <err.h>
#include <stddef.h>

static int is_done;

__attribute__((destructor)) static void last(void) { assert(is_done); }

int main(int argc, char **argv)
{
    if (argc > 1) err(1, "%s", argv[1]);
    is_done = 1;
    return 0;
}
