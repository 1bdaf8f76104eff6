// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct pair { int a, b; };

int main(void)
{
    struct pair p = {1, 2};
    __asm__ volatile("incl %0" : "+m"(p.a));
    assert(p.b == 2);
    return 0;
}
