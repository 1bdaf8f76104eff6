// expect: complete; unreachable: 8 10
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
