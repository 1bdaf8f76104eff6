// expect: safe; options: --check bounds
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    const char *s = "four";
    if (i <= 4)
        return s[i];
    return 0;
}
