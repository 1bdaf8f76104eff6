// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x > 0) __assert_fail("x", __FILE__, __LINE__, "main");
    return 0;
}
