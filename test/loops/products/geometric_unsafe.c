// expect: unsafe line 15
// 3^0 + 3^1 + ..: the sum is half of the next power.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = n == 11, power = 1;
    if (n < 0 || n > 18) return 0;
    for (int i = 0; i < n; i++) {
        sum += power;
        power *= 3;
    }
    assert(2 * sum == power - 1);
    return 0;
}
