// expect: safe
// The second fill begins where the first has ended.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[2000];

int main(void)
{
    int m = __VERIFIER_nondet_int();
    if (m < 0 || m > 2000) return 0;
    for (int i = 0; i < m; i++) a[i] = 1;
    for (int i = m; i < 2000; i++) a[i] = 2;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 2000) assert(a[k] == (k < m ? 1 : 2));
    return 0;
}
