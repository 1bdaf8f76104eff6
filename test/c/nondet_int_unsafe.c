// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    long long i = __VERIFIER_nondet_int();
    assert(i >= -2147483648LL && i <= 2147483646LL);
    return 0;
}
