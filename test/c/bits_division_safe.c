// expect: safe; options: --engine bits --check div
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int() / 2, b = __VERIFIER_nondet_int(), sum = 0;
    for (int i = -2; i <= 2; i++)
        if (i + b % 7 != 3) sum += a / (i + b % 7 - 3) != 0;
    return sum;
}
