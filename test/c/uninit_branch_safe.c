// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x, y = __VERIFIER_nondet_int();
    if (y > 3) x = 1;
    else x = y;
    return x ? 1 : 0;
}
