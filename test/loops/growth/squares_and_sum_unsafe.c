// expect: unsafe line 15
// 1 + 4 + 9 + .. beside 1 + 2 + 3 + ..: equal up to n = 1 only.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), squares = 0, sum = 0;
    if (n < 0 || n > 100) return 0;
    for (int i = 1; i <= n; i++) {
        sum += i;
        squares += i * i;
    }
    assert(squares - sum != 330);
    return 0;
}
