// expect: safe
// The sign changes in every turn, and what is added up is 0 or 7.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sign = 1, sum = 0;
    for (int i = 0; i < 1000000; i++) {
        sum += 7 * sign;
        sign = -sign;
    }
    assert(sum == 0);
    return 0;
}
