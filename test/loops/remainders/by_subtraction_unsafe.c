// expect: unsafe line 15
// Division by repeated subtraction.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), q = 0;
    unsigned r = n;
    while (r > 13) {
        r -= 13;
        q++;
    }
    assert(r == n % 13 && q == n / 13);
    return 0;
}
