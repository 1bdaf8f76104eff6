// expect: unsafe line 17
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int factorial(int n)
{
    if (n <= 0) return 1;
    int below = factorial(n - 1);
    return below + n;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int f = factorial(n);
    assert(f > 1);
    return 0;
}
