// expect: safe; options: --check div
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    return 100 % (x % 5 + 1) > 50;
}
