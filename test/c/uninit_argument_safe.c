// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * (x % 100); }

int main(void)
{
    int x;
    do x = __VERIFIER_nondet_int();
    while (x < 0);
    return twice(x);
}
