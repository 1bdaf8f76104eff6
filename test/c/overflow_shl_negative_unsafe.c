// expect: unsafe line 7; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > -1000 && x < 0) return (x << 3) == -8;
    return 0;
}
