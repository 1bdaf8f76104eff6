// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    int digit = 0;
    switch (c) {
    case '0' ... '9': digit = 1;
    }
    assert(digit == (c >= '0' && c < '9'));
    return 0;
}
