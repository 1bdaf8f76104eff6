// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int flags = 0;
    if (__VERIFIER_nondet_int()) flags |= 1;
    if (__VERIFIER_nondet_int()) flags |= 4;
    assert(flags == 0 || flags == 1 || flags == 4 || flags == 5);
    return 0;
}
