// expect: unknown
/* The run ends with an assertion in a line with the same number, in another file: that of line 9 never fails. */
#include <assert.h>
int main(void)
{
    int x;
    __asm__("movl $5, %0" : "=r"(x));
    __asm__ volatile("cmpl $5, %0; jne 1f; call other; 1:" :: "r"(x) : "memory");
    assert(x == 5);
    return 0;
}
#line 9 "other.c"
__attribute__((used)) void other(void) { assert(sizeof(int) == 5); }
