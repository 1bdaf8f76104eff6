// expect: unsafe line 9
/* What a destructor registers runs after all destructors. */
#include <assert.h>
#include <stdlib.h>

static int closed;

__attribute__((destructor(200))) static void close_all(void) { closed = 1; }
static void last(void) { assert(!closed); }
__attribute__((destructor(300))) static void prepare(void) { atexit(last); }

int main(void) { return 0; }
