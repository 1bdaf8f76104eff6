// expect: safe
// A sum with a remembered summand: c + c + .. + c.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 10000 || c < 0 || c > 10000) return 0;
    for (int i = 0; i < n; i++) sum += c;
    assert(sum == n * c);
    return 0;
}
