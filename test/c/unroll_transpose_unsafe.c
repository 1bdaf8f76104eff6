// expect: unsafe line 22
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

/* A matrix is transposed in place. */
int main(void)
{
    int a[3][3], b[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            a[i][j] = __VERIFIER_nondet_int();
            b[i][j] = a[i][j];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            int t = b[i][j];
            b[i][j] = b[j][i];
            b[j][i] = t;
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert(b[i][j] == a[i][j]);
    return 0;
}
