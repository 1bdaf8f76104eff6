// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned y = 1;
    while (__VERIFIER_nondet_uint()) y = y + 2u * __VERIFIER_nondet_uint();
    assert(y != 4097);
    return 0;
}
