// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[1000];
    if (n < 1 || n > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    int min = a[0], at = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < min) {
            min = a[i];
            at = i;
        }
    assert(a[at] == min);
    for (int i = 0; i < n; i++) assert(min <= a[i]);
    return 0;
}
