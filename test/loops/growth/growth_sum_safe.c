// expect: safe
// The sum of 2^i is one less than the next power.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), p = 1, sum = 0;
    if (n < 0 || n > 25) return 0;
    for (int i = 0; i < n; i++) {
        sum += p;
        p *= 2;
    }
    assert(sum == p - 1);
    return 0;
}
