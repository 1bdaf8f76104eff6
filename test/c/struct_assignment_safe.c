// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };

int main(void)
{
    struct point a = {__VERIFIER_nondet_int(), 2}, b;
    b = a;
    a.x = 7;
    a.y = 8;
    assert(b.y == 2);
    return 0;
}
