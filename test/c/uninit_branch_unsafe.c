// expect: unsafe line 8; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x, y = __VERIFIER_nondet_int();
    if (y > 3) x = 1;
    return x ? 1 : 0;
}
