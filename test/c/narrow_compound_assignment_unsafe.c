// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char old = x;
    x += 300;
    assert(x == (old + 300) % 256 + 1);
    return 0;
}
