// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static void set(int *p, int v) { *p = v; }

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 1;
    set(&x, 5);
    set(&y, x + 1);
    assert(x == 5 && y == 6);
    return 0;
}
