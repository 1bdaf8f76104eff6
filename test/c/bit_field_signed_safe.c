// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct fields { signed int a : 4; unsigned b : 4; };

int main(void)
{
    struct fields f;
    f.b = 5;
    f.a = __VERIFIER_nondet_int() ? 7 : -8;
    assert(f.b == 5);
    assert(f.a == 7 || f.a == -8);
    return 0;
}
