// expect: safe
// The second half of the turns takes back what the first has added.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int x = 0, y = 0;
    while (x < 1000000000) {
        if (x < 500000000) y++;
        else y--;
        x++;
    }
    assert(y == 0);
    return 0;
}
