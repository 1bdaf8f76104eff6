// expect: unsafe line 5
#include <assert.h>
#include <stdint.h>
static char g[300];
int main(void) { unsigned c = (uintptr_t)g, s = 0; while (c) { s += c & 1; c >>= 1; } assert(s < 5); return 0; }
