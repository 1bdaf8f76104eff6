// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct point { int x, y; };
static struct point make(int x, int y)
{
    struct point p = {x, y};
    return p;
}

int main(void)
{
    assert(make(1, 2).y == 1);
    return 0;
}
