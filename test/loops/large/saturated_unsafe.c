// expect: unsafe line 13
// A counter that stops growing at its limit.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0) return 0;
    for (int i = 0; i < n; i++)
        if (x < 1000000) x++;
    assert(x == (n <= 1000000 ? n : 1000001));
    return 0;
}
