// expect: unsafe line 12
// 1 + 2 + .. + n.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    if (n > 10000) return 0;
    for (unsigned i = 1; i < n; i++) sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
