// expect: unsafe line 7; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
int f(int n) {
    int a[3];
    a[0] = n; a[1] = 1; a[2] = 2;
    if (n <= 0) return a[0];
    return a[n] + f(n - 1);
}
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 5) return 0; return f(n); }
