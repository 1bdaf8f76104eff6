// expect: unsafe line 7; options: --check overflow,div
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y < 0) return x / y > 3;
    return 0;
}
