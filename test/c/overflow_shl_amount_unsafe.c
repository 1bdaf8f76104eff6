// expect: unsafe line 8; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int amount = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 16 || x < 0 || x > 65535) return 0;
    return x << amount;
}
