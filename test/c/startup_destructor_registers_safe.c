// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int closed;

__attribute__((destructor(200))) static void close_all(void) { closed = 1; }
static void last(int status, void *argument)
{
    assert(closed);
    assert(status == 3 && argument == &closed);
}
__attribute__((destructor(300))) static void prepare(void) { on_exit(last, &closed); }

int main(void) { return 3; }
