// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[1000], b[1000];
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) b[i] = i > 1 ? a[i] + 1 : a[i];
    for (int i = 0; i < n; i++) assert(a[i] == b[i]);
    return 0;
}
