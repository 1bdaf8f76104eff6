// expect: safe; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > -1000 && x < 1000) return x * 8 == 8;
    return 0;
}
