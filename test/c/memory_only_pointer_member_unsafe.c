// expect: unsafe line 8; options: --check pointer
struct s { int a, b; } g;
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct s *p = __VERIFIER_nondet_int() ? &g : 0;
    return p->b;
}
