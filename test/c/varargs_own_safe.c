// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
typedef __builtin_va_list va_list;

static int pick(int n, ...)
{
    (void)n;
    return n + 1;
}

int main(void)
{
    assert(pick(2, 10, 20) == 3);
    return 0;
}
