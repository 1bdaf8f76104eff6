// expect: unsafe line 5
#include <assert.h>
#include <stdint.h>
static char a[70000];
int main(void) { unsigned short h = (uintptr_t)&a[0], i = (uintptr_t)&a[65535]; assert(i >= h); return 0; }
