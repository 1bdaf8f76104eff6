// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long long __VERIFIER_nondet_longlong(void);

struct point { long long x, y; };
static struct point make(long long x, long long y)
{
    struct point p = {x, y};
    return p;
}

int main(void)
{
    long long x = __VERIFIER_nondet_longlong();
    struct point p = make(x, 3);
    assert(p.x == x && make(1, 2).y == 2);
    return 0;
}
