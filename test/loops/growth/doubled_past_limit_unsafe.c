// expect: unsafe line 12
// Not below twice the bound if that is a power of two.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), p = 1;
    if (n < 1 || n > 1000000000) return 0;
    while (p <= n) p *= 2;
    assert(p < 2 * n);
    return 0;
}
