// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

static void leave(int code) { if (code >= 0) exit(code); }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    leave(x);
    assert(x < 0);
    return 0;
}
