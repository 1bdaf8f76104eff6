// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int g;
int main(void)
{
    int x = 1, *p = &x;
    g = 2;
    __asm__ volatile("" ::: "memory");
    __asm__("" : "+r"(x));
    __asm__("" : "=r"(p) : "0"(p));
    __asm__ volatile("" : "+m"(g));
    assert(x == 1 && g == 2 && *p == 1);
    return 0;
}
