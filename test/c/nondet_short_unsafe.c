// expect: unsafe line 9
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern short __VERIFIER_nondet_short(void);

int main(void)
{
    int s = __VERIFIER_nondet_short();
    assert(s > -32768 && s <= 32767);
    return 0;
}
