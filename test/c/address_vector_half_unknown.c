// expect: unknown
#include <assert.h>
#include <string.h>
typedef int v2 __attribute__((vector_size(8)));
static int x;
int main(void) { void *p = &x; v2 v; memcpy(&v, &p, 8); assert(v[1] == 0); return 0; }
