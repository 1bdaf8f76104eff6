// expect: complete; unreachable:
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    int x = __VERIFIER_nondet_int();
    if (d > 1e6) return 1;
    if (x > 3 && d < 0) return 2;
    return x == 12;
}
