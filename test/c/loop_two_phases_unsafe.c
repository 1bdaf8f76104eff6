// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 5;
    while (x < 10) {
        if (x >= 5) y++;
        x++;
    }
    assert(y == 11);
    return 0;
}
