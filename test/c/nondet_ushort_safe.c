// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    int s = __VERIFIER_nondet_ushort();
    assert(s >= 0 && s <= 65535);
    return 0;
}
