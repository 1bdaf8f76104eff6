// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int r = a % 5;
    assert(r > -5 && r < 5);
    assert(r >= 0);
    assert(a / 5 * 5 + r == a);
    return 0;
}
