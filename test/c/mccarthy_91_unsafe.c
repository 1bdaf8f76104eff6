// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int r = f(n);
    assert(n > 102 || r == 91);
    return 0;
}
