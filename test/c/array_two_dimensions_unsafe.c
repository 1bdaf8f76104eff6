// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned i = __VERIFIER_nondet_uint() % 2, j = __VERIFIER_nondet_uint() % 3;
    assert(m[i][j] == (int)(3 * i + j + 1));
    m[1][0] = 0;
    assert(m[0][2] == 3 && m[i][j] > 0);
    return 0;
}
