// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int x = 1, y = 2;
    __asm__ volatile("incl %0" : "+r"(x));
    assert(y == 2 && x - x == 0);
    return 0;
}
