// expect: safe
// Only elements at multiples of 3 are written.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int a[3000];

int main(void)
{
    for (int i = 0; i < 1000; i++) a[3 * i] = i;
    int k = __VERIFIER_nondet_int();
    if (0 <= k && k < 3000) assert(a[k] == (k % 3 ? 0 : k / 3));
    return 0;
}
