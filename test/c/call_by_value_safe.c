// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static void change(int x) { x = x + 1; }
static int next(int x) { return x + 1; }

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = a;
    change(a);
    assert(a == b);
    assert(next(a) == b + 1);
    return 0;
}
