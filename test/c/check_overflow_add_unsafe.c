// expect: unsafe line 7; options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647 || x > 2147483646) x = x + 1;
    return 0;
}
