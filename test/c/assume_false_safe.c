// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void __VERIFIER_assume(int);

int main(void)
{
    __VERIFIER_assume(0);
    assert(0);
    return 0;
}
