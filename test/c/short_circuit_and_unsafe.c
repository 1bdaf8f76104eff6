// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int calls;
static int count(void) { return ++calls; }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 & count()) x = 1;
    assert(calls == (x > 0));
    return 0;
}
