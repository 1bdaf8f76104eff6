// expect: complete; unreachable: 13 14
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0, i;
    if (n < 0) return 1;
    if (n > 20) n = 20;
    for (i = 0; i < n; i++) {
        sum += i;
        if (sum > 100) break;
    }
    if (i == 7 && n == 9) sum = 0;
    if (i > 20) return 2;
    return 0;
}
