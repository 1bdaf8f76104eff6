// expect: unsafe line 10; options: --check bounds,pointer
union u { int *p; unsigned long n; char raw[8]; };
int g[3];
int h[5];
extern int __VERIFIER_nondet_int(void);
int main(void) {
    union u a, b;
    a.p = __VERIFIER_nondet_int() ? g : h;
    b = a;
    return b.p[4];
}
