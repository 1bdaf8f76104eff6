// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), n = 0;
    do {
        n++;
        x--;
    } while (x > 0);
    assert(n >= 1);
    assert(x <= 0);
    return 0;
}
