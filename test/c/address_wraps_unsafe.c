// expect: unsafe line 4
#include <assert.h>
#include <stdint.h>
int main(void) { char b[3]; uintptr_t u = (uintptr_t)b, r = u + 0xffff900000000000ul; assert(r > u); return 0; }
