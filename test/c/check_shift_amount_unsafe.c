// expect: unsafe line 7; options: --check shift
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (n <= 32) return (x >> n) > 7;
    return 0;
}
