// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {1, 2, 3, 4}, i;
    if (__VERIFIER_nondet_int()) i = 1;
    else i = 2;
    return a[i];
}
