// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    signed char c = (signed char)__VERIFIER_nondet_char();
    unsigned char u = (unsigned char)c;
    int i = u;
    if (c < 0) assert(i == c + 256);
    return 0;
}
