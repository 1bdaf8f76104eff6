// expect: safe
// Two counters, one twice as fast, to 10^9.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    long j = 0;
    if (n < 0) return 0;
    while (i < n) {
        i++;
        j += 2;
    }
    assert(j == 2L * n);
    return 0;
}
