// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *memset(void *, int, unsigned long);

int main(void)
{
    unsigned x = 0;
    memset(&x, 0x11, sizeof x);
    assert(x == 0x11111111);
    return 0;
}
