// expect: safe
// One loop writes, another reads and checks.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[5000];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5000) return 0;
    for (int i = 0; i < n; i++) a[i] = i + 7;
    for (int i = 0; i < n; i++) assert(a[i] == i + 7);
    return 0;
}
