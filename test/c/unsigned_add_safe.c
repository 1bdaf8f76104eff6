// expect: safe; options: --check unsigned
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 2000000000 || b > 2000000000) return 0;
    return a + b == 7;
}
