// expect: unsafe line 13
// Counting down by 7 from a multiple of 7 meets 0.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 100000000) return 0;
    int x = 7 * k + (k == 99999);
    while (x != 0) {
        assert(x > 0);
        x -= 7;
    }
    return 0;
}
