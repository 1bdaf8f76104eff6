// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    int a[1000];
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    int at = 0;
    while (at < n && a[at] != wanted) at++;
    for (int i = 0; i <= at && i < n; i++) assert(a[i] != wanted);
    return 0;
}
