// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int a[3];
    a[0] = a[1] = 4;
    assert(a[2] == 4);
    return 0;
}
