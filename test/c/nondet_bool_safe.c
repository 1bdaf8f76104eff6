// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    return 0;
}
