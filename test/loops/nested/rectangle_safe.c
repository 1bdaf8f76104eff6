// expect: safe
// As many turns as the product says.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), count = 0;
    if (n < 0 || n > 1000 || m < 0 || m > 1000) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) count++;
    assert(count == n * m);
    return 0;
}
