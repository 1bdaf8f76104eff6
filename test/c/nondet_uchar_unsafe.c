// expect: unsafe line 8
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    assert(__VERIFIER_nondet_uchar() < 255);
    return 0;
}
