// expect: unsafe line 15
// Multiplication by repeated addition, counting down.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), product = 0, k = b;
    if (a > 10000 || b > 10000) return 0;
    while (k > 1) {
        product += a;
        k--;
    }
    assert(product == a * b);
    return 0;
}
