// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[8] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 8 || j >= 8) return 0;
    a[i] = 1;
    a[j] = 2;
    assert(a[i] == 1);
    return 0;
}
