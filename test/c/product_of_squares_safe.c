// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short x = __VERIFIER_nondet_ushort();
    unsigned s = (unsigned)x * x;
    assert(s % 8 == 0 || s % 8 == 1 || s % 8 == 4);
    return 0;
}
