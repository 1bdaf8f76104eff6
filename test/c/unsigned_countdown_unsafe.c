// expect: unsafe line 7; options: --check unsigned
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 10;
    while (n-- > 0)
        ;
    return 0;
}
