// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned step(unsigned c) { return (c >> 1) ^ ((c & 1) ? 0x8cu : 0u); }

int main(void)
{
    unsigned char d = __VERIFIER_nondet_uchar();
    unsigned c = step(step(step(step(d))));
    c = step(step(step(step(c))));
    assert(c <= 255 && (d == 0 || c != 0x35));
    return 0;
}
