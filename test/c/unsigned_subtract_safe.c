// expect: safe; options: --check unsigned
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    return a >= b ? a - b == 7 : b - a == 7;
}
