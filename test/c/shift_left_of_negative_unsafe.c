// expect: unsafe line 9; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -2 || x > 9)
        return 0;
    return x << 2;
}
