// expect: unsafe line 8; options: --check bounds
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[100];
    for (int i = 0; i <= 100; i++)
        a[i] = 0;
    return 0;
}
