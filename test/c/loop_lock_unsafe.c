// expect: unsafe line 17
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int locked = 0, old = 0, new = 1;
    while (old != new) {
        locked = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            old--;
        }
    }
    assert(locked == 0 || old < 0);
    return 0;
}
