// expect: safe; options: --check pointer
struct s { int a, b; } g;
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct s *p = __VERIFIER_nondet_int() ? &g : 0;
    if (!p) return 0;
    return p->b;
}
