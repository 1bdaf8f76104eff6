// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void)
{
    assert(factorial(4) == 24);
    return 0;
}
