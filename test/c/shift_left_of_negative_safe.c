// expect: safe; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9)
        return 0;
    return x << 2;
}
