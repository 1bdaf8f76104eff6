// expect: complete; unreachable: 9
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if ((a == 11 && b == 22) || (a == 33 && c == 44)) return 1;
    int m = a < b ? a : b;
    if (m > a || m > b) return 2;
    do {
        if (c-- == 1000) goto out;
    } while (c > 998);
    return 0;
out:
    return 3;
}
