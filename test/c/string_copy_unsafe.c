// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char *strcpy(char *, const char *);
extern int strcmp(const char *, const char *);

int main(void)
{
    char s[8];
    strcpy(s, "go");
    assert(s[0] == 'g' && s[1] == 'o' && s[2] == 0);
    s[0] = 'n';
    assert(strcmp(s, "go") == 0);
    return 0;
}
