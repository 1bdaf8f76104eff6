// expect: unsafe line 8; options: --check unsigned
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1100000) return 0;
    return n * 4000 == 7;
}
