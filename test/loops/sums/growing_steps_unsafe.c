// expect: unsafe line 15
// A sum of growing steps is at least the number of turns.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0, step = 1;
    if (n < 0 || n > 10000) return 0;
    for (int i = 0; i < n; i++) {
        x += step;
        step++;
    }
    assert(x >= n && x != 1275);
    return 0;
}
