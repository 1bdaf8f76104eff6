// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i;
    for (i = 0; i < 10; i++)
        if (__VERIFIER_nondet_int()) break;
    assert(i <= 10);
    return 0;
}
