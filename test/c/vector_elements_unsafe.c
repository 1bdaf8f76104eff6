// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
    v4 a = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    a[i] = 9;
    assert(a[2] == 3);
    return 0;
}
