// expect: unsafe line 13
// The inner counter runs up to the outer one.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), count = 0;
    if (n < 0 || n > 10000) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) count++;
    assert(2 * count == n * (n - 1) + (n == 100));
    return 0;
}
