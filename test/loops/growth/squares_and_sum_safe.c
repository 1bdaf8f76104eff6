// expect: safe
// 1 + 4 + 9 + .. beside 1 + 2 + 3 + ..: n (n + 1) (2 n + 1) / 6 and n (n + 1) / 2.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), cubes = 0, sum = 0;
    if (n < 0 || n > 100) return 0;
    for (int i = 1; i <= n; i++) {
        sum += i;
        cubes += i * i;
    }
    assert(3 * cubes == (2 * n + 1) * sum);
    return 0;
}
