// expect: unsafe line 15
// x becomes 3 x + 1 and y 3 y: y passes the bound.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0, y = 1;
    for (int i = 0; i < n; i++) {
        if (y > 100000000) break;
        x = 3 * x + 1;
        y = 3 * y;
    }
    assert(y < 100000000);
    return 0;
}
