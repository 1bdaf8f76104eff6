// expect: unsafe line 15
// All elements are set.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[1000];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    for (int i = 1; i < n; i++) a[i] = 42;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < n) assert(a[k] == 42);
    return 0;
}
