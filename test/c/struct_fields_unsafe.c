// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };

int main(void)
{
    struct point p;
    p.x = __VERIFIER_nondet_int();
    p.y = p.x;
    p.x = 1;
    assert(p.y == p.x && p.x == 1);
    return 0;
}
