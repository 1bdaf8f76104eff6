// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    assert(p != q);
    return 0;
}
