// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned times(unsigned a, unsigned b) { return a * b % 13; }

int main(void)
{
    unsigned b = __VERIFIER_nondet_uchar() % 13;
    if (b == 0) return 0;
    unsigned power = times(times(b, b), b);
    power = times(power, power);
    power = times(power, power);
    assert(power == 1);
    return 0;
}
