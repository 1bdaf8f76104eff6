// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 0: state = 1; continue;
        case 1: state = __VERIFIER_nondet_int() ? 2 : 0; break;
        case 2: state = 0; break;
        }
    }
    assert(state <= 2);
    return 0;
}
