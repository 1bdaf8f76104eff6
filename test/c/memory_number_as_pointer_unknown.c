// expect: unknown; options: --check bounds
extern int __VERIFIER_nondet_int(void);
static int x, y[2];
static unsigned long pass(unsigned long a) { return a; }

int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &x : y;
    int *q = (int *)pass((unsigned long)p);
    return q[0];
}
