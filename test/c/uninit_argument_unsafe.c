// expect: unsafe line 13; options: --check uninit
int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * (x % 100); }

int main(void)
{
    int x, n = __VERIFIER_nondet_int();
    while (n > 5) {
        x = n;
        n /= 2;
    }
    return twice(x);
}
