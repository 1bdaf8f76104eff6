// expect: unsafe line 10; options: --check bounds
extern unsigned __VERIFIER_nondet_uint(void);

int m[3][4];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i < 3 && j < 9)
        return m[i][j];
    return 0;
}
