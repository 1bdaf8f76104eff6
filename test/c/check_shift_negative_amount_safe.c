// expect: safe; options: --check shift
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 8 && n >= 0)
        return 1u << n > 7;
    return 0;
}
