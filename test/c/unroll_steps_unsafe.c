// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

/* Steps of two or of three, always the same, until 60 is reached. */
int main(void)
{
    int step = __VERIFIER_nondet_int() > 0 ? 2 : 3, at = 0;
    while (at < 60) {
        if (step % 2 == 0) at += 2;
        else at += 3;
    }
    assert(at == 60 && step == 2);
    return 0;
}
