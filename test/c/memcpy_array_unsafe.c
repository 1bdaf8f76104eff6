// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *memcpy(void *, const void *, unsigned long);

int main(void)
{
    int a[3] = {1, 2, 3}, b[3] = {0, 0, 0};
    memcpy(b, a, 2 * sizeof(int));
    a[0] = 9;
    assert(b[0] == 1 && b[2] == 3);
    return 0;
}
