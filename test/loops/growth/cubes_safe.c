// expect: safe
// 1 + 8 + 27 + ..: the square of 1 + 2 + 3 + .., the loop goes by two variables.
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
