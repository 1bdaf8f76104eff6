// expect: unsafe line 6; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
int a[50];
int main(void) {
    int *p = a, *end = a + 50;
    while (p <= end) *p++ = 1;
    return a[0];
}
