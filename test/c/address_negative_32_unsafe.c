// expect: unsafe line 3; options: --arch 32
#include <assert.h>
int main(void) { int x; assert((int)&x >= 0); return 0; }
