// expect: safe; options: --check bounds
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    if (!p) return 0;
    p[2] = 1;
    return 0;
}
