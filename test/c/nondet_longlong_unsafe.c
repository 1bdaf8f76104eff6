// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long l = __VERIFIER_nondet_longlong();
    assert(l / 4 >= -2305843009213693951);
    return 0;
}
