// expect: safe
// The first n odd numbers add up to n squared.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0, odd = 1;
    if (n < 0 || n > 10000) return 0;
    for (int i = 0; i < n; i++) {
        sum += odd;
        odd += 2;
    }
    assert(sum == n * n);
    return 0;
}
