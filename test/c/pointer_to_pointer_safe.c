// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static void redirect(int **p, int *to) { *p = to; }

int main(void)
{
    int a = 1, b = 2, *p = &a;
    if (__VERIFIER_nondet_int()) redirect(&p, &b);
    *p += 10;
    assert(a == 11 || b == 12);
    return 0;
}
