// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    assert(c >= -128 && c <= 127);
    return 0;
}
