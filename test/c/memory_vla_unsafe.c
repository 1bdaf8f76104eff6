// expect: unsafe line 7; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    int a[n];
    for (int i = 0; i <= n; i++) a[i] = 0;
    return 0;
}
