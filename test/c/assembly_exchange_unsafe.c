// expect: unsafe line 18
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int a = 1, b = 2;

static int *exchange(int **p, int *v)
{
    __asm__ volatile("xchgq %0, %1" : "+r"(v), "+m"(*p));
    return v;
}

int main(void)
{
    int *p = &a, *old = exchange(&p, &b);
    *old = 5;
    *p = 6;
    assert(a == 1);
    return 0;
}
