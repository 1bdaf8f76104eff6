// expect: unsafe line 16
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

/* Powers of three by repeated addition. */
int main(void)
{
    unsigned power = 1, turns = 0;
    while (power < 5000) {
        unsigned sum = 0;
        for (int i = 0; i < 3; i++) sum += power;
        power = sum;
        turns++;
    }
    assert(power == 6561 && turns == 7);
    return 0;
}
