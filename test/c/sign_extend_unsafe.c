// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    signed char c = (signed char)__VERIFIER_nondet_char();
    int i = c;
    long long l = i;
    assert(l == c);
    assert(l >= -128 && l <= 126);
    return 0;
}
