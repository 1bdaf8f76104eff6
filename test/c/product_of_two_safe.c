// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned short x = (unsigned short)__VERIFIER_nondet_uint(), y = (unsigned short)__VERIFIER_nondet_uint();
    unsigned p = (unsigned)x * y;
    assert(y == 0 || p >= x);
    return 0;
}
