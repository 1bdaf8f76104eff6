// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    unsigned x = 0x01020304;
    unsigned char *p = (unsigned char *)&x;
    p[1] = 0xff;
    assert(p[0] == 4);
    assert(x == 0x01ff0304);
    return 0;
}
