// expect: safe
// The distance between two counters that nested loops move together.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0, y = 10;
    if (n < 0 || n > 10000) return 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            x++;
            y++;
        }
        assert(y - x == 10);
        x = 0;
        y = 10;
    }
    return 0;
}
