// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static int power(int n) { return n == 0 ? 1 : 3 * power(n - 1); }

int main(void)
{
    assert(power(3) == 27);
    return 0;
}
