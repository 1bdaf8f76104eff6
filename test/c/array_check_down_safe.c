// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[1000];
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = 7;
    for (int i = n - 1; i >= 0; i--) assert(a[i] == 7);
    return 0;
}
