// expect: unsafe line 3
#include <assert.h>
int main(void) { int x; assert((char *)&x < (char *)0x7ff000000000); return 0; }
