// expect: unsafe line 19
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct block { int n; int data[6]; };
static struct block make(int n)
{
    struct block b = {n, {0}};
    b.data[n] = n;
    return b;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    struct block b = make(n);
    assert(b.n == n && b.data[n] == n && b.data[5] == n);
    return 0;
}
