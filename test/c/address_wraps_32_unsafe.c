// expect: unsafe line 4; options: --arch 32
#include <assert.h>
#include <stdint.h>
int main(void) { char b[16]; uintptr_t p = (uintptr_t)b, e = p + 16; assert(p + 0x60000000u > e); return 0; }
