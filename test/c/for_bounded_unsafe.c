// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 5; i++) sum += i;
    assert(sum == 14);
    return 0;
}
