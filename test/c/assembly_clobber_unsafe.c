// expect: unsafe line 16
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct box { int *inner; };

static void set(struct box *b)
{
    __asm__ volatile("movq (%0), %%rax; movl $5, (%%rax)" : : "r"(b) : "memory", "rax");
}
int main(void)
{
    int x = 1;
    struct box b = {&x};
    set(&b);
    assert(x == 1);
    return 0;
}
