// expect: unsafe line 16
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int e = is_even(n);
    assert(e == 0 || e == 1);
    assert(n != 4 || !e);
    return 0;
}
