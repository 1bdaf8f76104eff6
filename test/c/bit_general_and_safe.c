// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    if ((x & y) != 0) assert(x != 0 && y != 0);
    return 0;
}
