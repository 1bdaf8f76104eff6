// expect: unknown
#include <assert.h>
#include <stdint.h>
static int a, b;
int main(void) { int h = (int)(uintptr_t)&a, k = (int)(uintptr_t)&b; assert(h < k); return 0; }
