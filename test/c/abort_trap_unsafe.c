// expect: unsafe line 10; options: --check abort
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 100) return 0;
    for (int i = 0; i < n; i++) sum += 2;
    if (sum == 6)
        __builtin_trap();
    return 0;
}
