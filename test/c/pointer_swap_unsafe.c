// expect: unsafe line 17
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = *a;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a = x, b = y;
    swap(&x, &y);
    assert(x == b && y == a);
    return 0;
}
