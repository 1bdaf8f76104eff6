// expect: unsafe line 12
// The counter is even at the end, whatever the number of turns.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 1;
    if (n < 0 || n > 1000000000) return 0;
    while (x < n) x += 2;
    assert(x % 2 == 0);
    return 0;
}
