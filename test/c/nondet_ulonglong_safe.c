// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    unsigned long long l = __VERIFIER_nondet_ulonglong();
    assert(l >> 63 <= 1);
    return 0;
}
