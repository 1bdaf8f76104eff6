// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct item { int a; int b; };
static struct item *owner(int *b) { return (struct item *)((char *)b - __builtin_offsetof(struct item, b)); }

int main(void)
{
    struct item i = {3, 4};
    owner(&i.b)->a = 5;
    assert(i.a == 3 && i.b == 4);
    return 0;
}
