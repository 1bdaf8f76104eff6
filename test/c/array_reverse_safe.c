// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[1000], b[1000];
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) b[n - 1 - i] = a[i];
    for (int i = 0; i < n; i++) assert(b[n - 1 - i] == a[i]);
    return 0;
}
