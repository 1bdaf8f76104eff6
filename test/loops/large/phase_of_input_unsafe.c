// expect: unsafe line 15
// The turning point is an input.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int turn = __VERIFIER_nondet_int(), x = 0, y = 0;
    if (turn < 0 || turn > 500000000) return 0;
    while (x < 1000000000) {
        if (x > turn) y++;
        x++;
    }
    assert(y == 1000000000 - turn);
    return 0;
}
