// expect: unsafe line 12
// Only odd cells are written; the last one is beyond 2000.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[4000];
int main(void)
{
    for (int i = 0; i < 2000; i++) a[2 * i + 1] = i + 5;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 4000) assert(a[k] < 2000);
    return 0;
}
