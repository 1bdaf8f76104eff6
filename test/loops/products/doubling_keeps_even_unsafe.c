// expect: unsafe line 13
// Numbers 2 x + 2 are even.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x % 2) return 0;
    while (x < 1000000 && __VERIFIER_nondet_int()) x = 2 * x + 2;
    assert(x != 126);
    return 0;
}
