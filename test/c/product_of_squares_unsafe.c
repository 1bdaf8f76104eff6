// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short x = __VERIFIER_nondet_ushort();
    unsigned s = (unsigned)x * x;
    assert(s != 3249u);
    return 0;
}
