// expect: unsafe line 12
// The sum of i (i + 1) has a closed form.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 500) return 0;
    for (int i = 0; i < n; i++) sum += i * (i + 1) + (i == 77);
    assert(3 * sum == n * (n * n - 1));
    return 0;
}
