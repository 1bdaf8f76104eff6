// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    assert(n < 4 || sum == 2 * n);
    return 0;
}
