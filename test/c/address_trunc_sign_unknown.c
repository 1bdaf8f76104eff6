// expect: unknown
#include <assert.h>
#include <stdint.h>
static long g;
int main(void) { int h = (int)(uintptr_t)&g; assert(h >= 0); return 0; }
