// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    void *p = __VERIFIER_nondet_pointer();
    if (p) return 0;
    assert(p == 0);
    return 0;
}
