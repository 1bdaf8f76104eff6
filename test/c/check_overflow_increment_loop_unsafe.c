// expect: unsafe line 9; options: --check overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2147483600) return 0;
    for (int i = 2147483600; i <= n; i++) {
    }
    return 0;
}
