// expect: unsafe line 8; options: --check div
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), r = 0;
    for (int i = -3; i < n; i++)
        r = 10 / i;
    return r;
}
