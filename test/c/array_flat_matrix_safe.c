// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int a[300][3];
    if (n < 0 || n > 300) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) a[i][j] = 5;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) assert(a[i][j] == 5);
    return 0;
}
