// expect: unsafe line 9; options: --check overflow,assert
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    if (!__builtin_add_overflow(x, 1, &y)) assert(y != 5);
    return 0;
}
