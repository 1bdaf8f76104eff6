// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char i = 250;
    int n = 0;
    while (i > 5 && n < 20) {
        i++;
        n++;
    }
    assert(i > 5);
    return 0;
}
