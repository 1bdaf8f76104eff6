// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static int ticket(void)
{
    static int last = 7;
    return ++last;
}

int main(void)
{
    int a = ticket(), b = ticket();
    assert(a == 8);
    assert(b == 9);
    return 0;
}
