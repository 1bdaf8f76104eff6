// expect: unsafe line 9; options: --check conversion
int __VERIFIER_nondet_int(void);

static int half(signed char c) { return c / 2; }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return half(x % 130) == 3;
}
