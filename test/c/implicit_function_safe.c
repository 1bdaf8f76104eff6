// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int x = somewhere_else(1);
    if (x > 0) assert(x >= 1);
    return 0;
}
