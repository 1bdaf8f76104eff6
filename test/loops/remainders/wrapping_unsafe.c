// expect: unsafe line 10
// An unsigned counter steps over the end of its range, and comes back.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    unsigned x = 6;
    while (x >= 4) x += 4;
    assert(x == 0);
    return 0;
}
