// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char x = (unsigned char)__VERIFIER_nondet_uint(), y = (unsigned char)__VERIFIER_nondet_uint(), n = 0;
    while (__VERIFIER_nondet_uint()) n = (unsigned char)(n ^ (x & y));
    assert((n ^ x) >= n);
    return 0;
}
