// expect: safe; options: --check overflow
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    x = x * 2;
    return x == 4;
}
