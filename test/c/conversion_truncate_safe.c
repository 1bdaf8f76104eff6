// expect: safe; options: --check conversion
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 255) return 0;
    unsigned char c = x;
    return c == 3;
}
