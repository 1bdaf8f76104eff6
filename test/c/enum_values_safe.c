// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

enum color { RED, GREEN = 5, BLUE };

int main(void)
{
    enum color c = __VERIFIER_nondet_int() ? GREEN : BLUE;
    assert(c == 5 || c == 6);
    assert(RED == 0);
    return 0;
}
