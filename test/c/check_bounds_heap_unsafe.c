// expect: unknown; options: --check bounds
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    if (!p) return 0;
    p[3] = 1;
    return 0;
}
// Should be: unsafe line 9. The check does not cover this yet.
