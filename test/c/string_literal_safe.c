// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    const char *s = "abc";
    char copy[] = "xyz";
    copy[1] = s[0];
    assert(sizeof copy == 4 && s[3] == 0 && copy[1] == 'a');
    assert(s[2] == 'c');
    return 0;
}
