// expect: safe
// 1 + 4 + 9 + .. + n^2.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 500) return 0;
    for (int i = 1; i <= n; i++) sum += i * i;
    assert(6 * sum == n * (n + 1) * (2 * n + 1));
    return 0;
}
