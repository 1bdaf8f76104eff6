// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdlib.h>

/* malloc may give the same address again: whether it does is up to the library */
int main(void)
{
    int *p = malloc(4);
    free(p);
    int *q = malloc(4000);
    assert(p != q);
    return 0;
}
