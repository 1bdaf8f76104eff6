// expect: unknown
#include <assert.h>
#include <stdint.h>
static int x;
int main(void) { unsigned h = (unsigned)(uintptr_t)&x; int *p = (int *)(uintptr_t)h; assert(p == &x); return 0; }
