// expect: unsafe line 7; options: --check conversion
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = x;
    return u == 3;
}
