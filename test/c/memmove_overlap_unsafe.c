// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *memmove(void *, const void *, unsigned long);

int main(void)
{
    char s[6] = {1, 2, 3, 4, 5, 6};
    memmove(s + 1, s, 4);
    assert(s[0] == 1 && s[1] == 1 && s[4] == 1 && s[5] == 6);
    return 0;
}
