// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a = 1, b = 2, c = 3;
    int *all[3] = {&a, &b, &c};
    *all[__VERIFIER_nondet_uint() % 3] = 0;
    assert(a * b * c == 0);
    assert(a + b + c >= 3);
    return 0;
}
