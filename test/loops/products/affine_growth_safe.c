// expect: safe
// x := 2 x + 1 reaches all ones.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    unsigned x = 0, y = 1;
    while (x < 100000000) {
        x = 2 * x + 1;
        y = 2 * y;
    }
    assert(x == y - 1);
    return 0;
}
