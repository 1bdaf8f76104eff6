// expect: safe
// A loop of 10^9 turns.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    unsigned x = 0, y = 0;
    while (x < 1000000000) {
        x++;
        y += 3;
    }
    assert(y == 3000000000u);
    return 0;
}
