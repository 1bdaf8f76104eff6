// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern void log_value(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    log_value(x);
    assert(x == x);
    return 0;
}
