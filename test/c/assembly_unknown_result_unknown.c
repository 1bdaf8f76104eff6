// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

/* true, but the instructions are not read */
int main(void)
{
    int x = 1;
    __asm__ volatile("incl %0" : "+r"(x));
    assert(x == 2);
    return 0;
}
