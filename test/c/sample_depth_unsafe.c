// expect: unsafe line 16
// A failure at a depth of recursion that the program names: found by runs on numbers of the program, although many others do not end.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static unsigned depth(unsigned n)
{
    if (n == 0) return 0;
    return depth(n - 1) + 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(depth(n) != 700);
    return 0;
}
