// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int x, y;

int main(void)
{
    int *past = &x + 1;
    assert(past != &y || past == &y + 1);
    return 0;
}
