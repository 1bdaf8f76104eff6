// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int g, h;

int main(void)
{
    int x;
    int *p = &g;
    assert(p != &h && p != &x && p != 0);
    assert(p == &g);
    return 0;
}
