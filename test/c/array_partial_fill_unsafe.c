// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    int a[1000];
    if (n < 0 || m < n || m > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = 1;
    for (int i = n + 1; i < m; i++) a[i] = 2;
    for (int i = 0; i < m; i++) assert(i < n ? a[i] == 1 : a[i] == 2);
    return 0;
}
