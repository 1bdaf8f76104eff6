// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x, known = __VERIFIER_nondet_int() > 0;
    if (known) x = 5;
    if (known && x == 5) return 1;
    return 0;
}
