// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
    if (s > 31 || x == 0) return 0;
    unsigned y = x << s;
    assert(s != 0 || y == x);
    return 0;
}
