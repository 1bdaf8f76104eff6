// expect: safe; options: --check bounds
extern int __VERIFIER_nondet_int(void);

static void set(int *p, int i) { p[i] = 1; }

int main(void)
{
    int a[4], i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4) set(a, i);
    return 0;
}
