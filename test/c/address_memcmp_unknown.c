// expect: unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
static int x, y;
int main(void) { uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y; assert(memcmp(&a, &b, 8) < 0); return 0; }
