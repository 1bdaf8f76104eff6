// expect: unsafe line 10
// The trace of a loop on one line: its first and last turns only.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    unsigned x = 0;
    while (x < 300000) x += 2;
    assert(x != 300000);
    return 0;
}
