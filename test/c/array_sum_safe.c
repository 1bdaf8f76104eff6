// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0 || a[i] > 10) return 0;
    }
    for (int i = 0; i < 3; i++) sum += a[i];
    assert(sum <= 30);
    return 0;
}
