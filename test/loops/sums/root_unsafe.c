// expect: unsafe line 16
// The integer square root by odd numbers.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), r = 0, odd = 1, sum = 1;
    if (n < 0 || n > 10000) return 0;
    while (sum <= n) {
        r++;
        odd += 2;
        sum += odd;
    }
    assert(r * r <= n && n + 1 < (r + 1) * (r + 1));
    return 0;
}
