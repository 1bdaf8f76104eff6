// expect: unsafe line 8
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int main(void)
{
    char buffer[64] = {0}, *p = __builtin_align_up(buffer + 1, 16);
    *p = 3;
    assert(buffer[0] == 0 && *p == 4);
    return 0;
}
