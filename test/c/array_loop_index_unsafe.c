// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[100];

int main(void)
{
    int n = __VERIFIER_nondet_int(), i;
    for (i = 0; i < n && i < 100; i++) a[i] = i;
    assert(i == 0 || a[i - 1] == i);
    return 0;
}
