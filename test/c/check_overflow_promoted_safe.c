// expect: safe; options: --check overflow
extern short __VERIFIER_nondet_short(void);

int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int c = a * b;
    return c == 4;
}
