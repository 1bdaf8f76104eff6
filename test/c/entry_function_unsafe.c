// expect: unsafe line 9; options: --entry start
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int start(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0) assert(x != 9);
    return 0;
}

int main(void)
{
    return 0;
}
