// expect: unsafe line 10; options: --check bounds
struct grid { int cell[3][4]; int used; };
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    static struct grid g;
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 4) return 0;
    g.cell[1][i] = 1;
    return g.used;
}
