// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int other = 7;

static void set(int *p)
{
    __asm__ volatile("movl $5, (%0)" : : "r"(p) : "memory");
}

int main(void)
{
    int x = 1;
    set(&x);
    assert(other == 7);
    return 0;
}
