// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    long l = -1;
    unsigned u = __VERIFIER_nondet_uint();
    assert(l >= u);
    return 0;
}
