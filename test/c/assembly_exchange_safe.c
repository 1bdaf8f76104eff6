// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int a = 1, b = 2;

/* what comes out is what was there, or what went in */
static int *exchange(int **p, int *v)
{
    __asm__ volatile("xchgq %0, %1" : "+r"(v), "+m"(*p));
    return v;
}

int main(void)
{
    int *p = &a, *old = exchange(&p, &b), c = 3;
    if (old) *old = 5;
    if (p) *p = 6;
    assert(c == 3);
    return 0;
}
