// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    long long b = (long long)(int)((unsigned)a * 1000000u);
    assert(b / 1000000 == a);
    return 0;
}
