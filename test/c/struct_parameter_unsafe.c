// expect: unsafe line 16
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct block { int data[5]; };
static int change(struct block b)
{
    b.data[0] = 100;
    return b.data[0] + b.data[4];
}

int main(void)
{
    struct block b = {{1, 2, 3, 4, 5}};
    assert(change(b) == 105);
    assert(b.data[0] == 100);
    return 0;
}
