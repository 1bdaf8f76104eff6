// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct config { int a, b; int list[4]; };
static const int lookup[6] = {[4] = 40, [1] = 10, 20};

int main(void)
{
    struct config c = {.b = 2, .list = {[2] = 5}};
    assert(c.a == 0 && c.b == 2 && c.list[2] == 5 && c.list[3] == 0);
    assert(lookup[2] == 20 && lookup[3] == 0 && lookup[4] == 40);
    return 0;
}
