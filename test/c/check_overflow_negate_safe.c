// expect: safe; options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647) return 0;
    int y = -x;
    return y > 0;
}
