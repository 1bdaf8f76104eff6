// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

void reach_error(void) { assert(0); }

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x % 3 == 3) reach_error();
    return 0;
}
