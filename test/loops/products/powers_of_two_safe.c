// expect: safe
// 2^n by doubling.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), p = 1;
    if (n > 30) return 0;
    for (unsigned i = 0; i < n; i++) p *= 2;
    assert(p == 1u << n);
    return 0;
}
