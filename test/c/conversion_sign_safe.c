// expect: safe; options: --check conversion
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = x < 0 ? 0 : x;
    return u == 3;
}
