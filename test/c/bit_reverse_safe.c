// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned reverse(unsigned x)
{
    x = (x & 0xf0) >> 4 | (x & 0x0f) << 4;
    x = (x & 0xcc) >> 2 | (x & 0x33) << 2;
    return (x & 0xaa) >> 1 | (x & 0x55) << 1;
}

int main(void)
{
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned x = reverse(b);
    assert(reverse(x) == b && (x >> 7) == (b & 1u));
    return 0;
}
