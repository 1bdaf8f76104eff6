// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 2;
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    *p = 10;
    assert(a + b == 12 || a + b == 11);
    return 0;
}
