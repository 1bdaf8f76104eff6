// expect: safe; options: --arch 32
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    assert(sizeof(long) == 4);
    assert(sizeof(void *) == 4 && sizeof(int) == 4 && sizeof(short) == 2 && sizeof(long long) == 8);
    return 0;
}
