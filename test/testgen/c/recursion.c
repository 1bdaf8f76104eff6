// expect: complete; unreachable: 14
extern int __VERIFIER_nondet_int(void);

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6) return 1;
    if (even(n)) {
        if (n == 4) return 2;
        if (odd(n)) return 3;
        return 4;
    }
    return 0;
}
