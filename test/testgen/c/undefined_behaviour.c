// expect: complete; unreachable: 7 9 12
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x + 1 < 0)
        return 1; /* only after an overflow, which ends the run */
    if (x / (x - x) == 0)
        return 2;
    return 0;
}
