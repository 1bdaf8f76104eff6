// expect: safe; options: --arch 32
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long l = __VERIFIER_nondet_long();
    assert(l <= 2147483647);
    return 0;
}
