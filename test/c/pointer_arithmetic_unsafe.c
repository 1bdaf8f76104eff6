// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int a[5] = {1, 2, 3, 4, 5};
    int *p = a + 1;
    p += 2;
    assert(*p == 4 && p[-1] == 3);
    assert(*(p + 1) == 4);
    return 0;
}
