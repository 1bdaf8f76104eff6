// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static void *const targets[] = {&&zero, &&one};
    goto *targets[__VERIFIER_nondet_int() ? 1 : 0];
zero:
    return 0;
one:
    assert(0);
    return 1;
}
