// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int x = 0;
    __asm__ goto("jmp %l[out]" : : : : out);
    x = 1;
out:
    assert(x == 1);
    return 0;
}
