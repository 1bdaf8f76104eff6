// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int mask = x >> 31;
    unsigned a = ((unsigned)x ^ (unsigned)mask) - (unsigned)mask;
    assert(a <= 0x80000000u && (a == (unsigned)x || a == -(unsigned)x));
    return 0;
}
