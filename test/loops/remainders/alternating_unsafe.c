// expect: unsafe line 16
// A flag says in which of two ways the next step goes.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, flag = 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 1000000) break;
        if (flag) x += 4;
        else x += 2;
        flag = !flag;
    }
    assert(flag ? x % 6 == 2 : x % 12 == 0);
    return 0;
}
