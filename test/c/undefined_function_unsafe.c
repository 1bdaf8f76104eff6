// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int sensor(void);

int main(void)
{
    int x = sensor(), y = sensor();
    assert(x == y);
    return 0;
}
