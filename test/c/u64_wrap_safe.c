// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    unsigned long long a = __VERIFIER_nondet_ulonglong();
    unsigned long long b = a + a;
    assert(b >= a || a > 0x7fffffffffffffffull);
    return 0;
}
