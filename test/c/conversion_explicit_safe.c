// expect: safe; options: --check conversion
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    short s = (short)x;
    return s == 3;
}
