// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int add(a, b)
    int a;
    int b;
{
    return a + b;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9) return 0;
    assert(add(x, 1) > x);
    return 0;
}
