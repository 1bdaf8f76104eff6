// expect: safe
// What the first loop counted up, the second counts down.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0 || n > 100000000) return 0;
    for (int i = 0; i < n; i++) x += 3;
    for (int i = 0; i < n; i++) x -= 2;
    while (x > 0) {
        x--;
        n--;
    }
    assert(n == 0);
    return 0;
}
