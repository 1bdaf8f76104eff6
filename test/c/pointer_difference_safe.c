// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[10];
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 10 || j >= 10) return 0;
    int *p = &a[i], *q = &a[j];
    assert((p < q) == (i < j));
    assert(q - p == (int)j - (int)i);
    return 0;
}
