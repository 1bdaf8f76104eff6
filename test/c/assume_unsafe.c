// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3 && x < 7);
    assert(x != 6);
    return 0;
}
