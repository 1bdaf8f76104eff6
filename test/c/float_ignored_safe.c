// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    double d = 0.5;
    int x = __VERIFIER_nondet_int();
    d = d * 3;
    if (x > 1) assert(x > 1);
    return d > 100;
}
