// expect: unsafe line 13
// An element is twice its index.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[100000];

int main(void)
{
    for (int i = 0; i < 100000; i++) a[i] = i == 54321 ? 0 : 2 * i;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 100000) assert(a[k] == 2 * k);
    return 0;
}
