// expect: safe; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
struct s { int a, b; } g;
int main(void) {
    struct s *p = 0;
    p = &g;
    if (__VERIFIER_nondet_int()) p = &g;
    int *q = &p->b;
    return *q;
}
