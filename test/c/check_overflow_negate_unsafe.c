// expect: unsafe line 8; options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    int y = -x;
    return y > 0;
}
