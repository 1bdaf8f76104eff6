// expect: unknown
// error has no model, and ends the program as exit does, destructors included.
#include <assert.h>
#include <error.h>

static int is_done;

__attribute__((destructor)) static void last(void) { assert(is_done); }

int main(int argc, char **argv)
{
    if (argc > 1) error(1, 0, "%s", argv[1]);
    is_done = 1;
    return 0;
}
