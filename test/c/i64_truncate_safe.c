// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long big = __VERIFIER_nondet_longlong();
    int i = (int)big;
    if (big == 0x100000005LL) assert(i == 5);
    return 0;
}
