// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long l = __VERIFIER_nondet_ulong();
    assert(l / 2 <= 0x7fffffffffffffff);
    return 0;
}
