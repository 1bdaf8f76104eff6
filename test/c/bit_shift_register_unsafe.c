// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned s = __VERIFIER_nondet_uint();
    if (s == 0) return 0;
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    assert(s != 0xdeadbeefu);
    return 0;
}
