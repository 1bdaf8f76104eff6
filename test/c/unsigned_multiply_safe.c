// expect: safe; options: --check unsigned
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000) return 0;
    return n * 4000 == 7;
}
