// expect: unsafe line 8
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc != 3);
    return 0;
}
