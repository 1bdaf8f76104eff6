// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) n++;
    assert(n == 6);
    return 0;
}
