// expect: unsafe line 15
// Filled from the end.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[1000];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int v = n == 999;
    for (int i = n - 1; i >= 0; i--) a[i] = v++;
    assert(a[0] == n - 1 && a[n - 1] == 0);
    return 0;
}
