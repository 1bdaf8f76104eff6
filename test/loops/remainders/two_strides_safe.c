// expect: safe
// One counter goes by 3, the other by 5, in the same loop.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), a = 1, b = 2;
    if (n > 100000000) return 0;
    for (int i = 0; i < n; i++) {
        a += 3;
        b += 5;
    }
    assert(a % 3 == 1 && b % 5 == 2 && 5 * a - 3 * b == -1);
    return 0;
}
