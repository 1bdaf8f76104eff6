// expect: safe; options: --check conversion
int __VERIFIER_nondet_int(void);

static unsigned short low(int x)
{
    return x & 0xffff;
}

int main(void)
{
    return low(__VERIFIER_nondet_int()) == 3;
}
