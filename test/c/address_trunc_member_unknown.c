// expect: unknown
#include <assert.h>
#include <stdint.h>
static char g[4]; struct e { int h; void *p; };
int main(void) { struct e e = {(int)(intptr_t)g, g}; assert(e.h >= 0); return 0; }
