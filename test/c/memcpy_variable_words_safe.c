// expect: safe
// A copy whose size is not constant: of words in a loop, of the members of a struct by cases, and nothing else changes.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct pair { int first, second; };
static int from[3] = {1, 2, 3};

int main(void)
{
    int n = __VERIFIER_nondet_int(), other = 7, to[3] = {0, 0, 0}, *p = n > 1 ? &other : to;
    struct pair a = {1, 2}, b = {3, 4};
    if (n < 0 || n > 2) return 0;
    memcpy(to, from, n * sizeof(int));
    assert(to[2] == 0);
    assert(n < 1 || to[0] == 1);
    assert(n != 2 || (to[1] == 2 && *p == 7));
    memcpy(&a, &b, n * sizeof(int));
    assert(a.first == (n > 0 ? 3 : 1));
    assert(a.second == (n > 1 ? 4 : 2));
    return 0;
}
