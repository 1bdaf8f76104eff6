// expect: unsafe line 8; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    if (bit < 0 || bit > 62) return 0;
    return (1 << (bit / 2)) == 0;
}
