// expect: unsafe line 8; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[5], n = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++) a[i] = i;
    if (n >= 0 && n < 5 && a[n] > 3) return 1;
    return 0;
}
