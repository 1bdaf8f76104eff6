// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    if (x < 0) y = -1;
    else if (x == 0) y = 0;
    else y = 1;
    assert(y == (x > 0) - (x < 0));
    return 0;
}
