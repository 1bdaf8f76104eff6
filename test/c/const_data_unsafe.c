// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

static const int squares[4] = {0, 1, 4, 9};

int main(void)
{
    const unsigned i = __VERIFIER_nondet_uint() % 4;
    assert(squares[i] == (int)(i * i) + (i == 3));
    return 0;
}
