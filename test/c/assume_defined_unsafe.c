// expect: unsafe line 16
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond)
{
    if (!cond) abort();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 10);
    assert(x > 10);
    return 0;
}
