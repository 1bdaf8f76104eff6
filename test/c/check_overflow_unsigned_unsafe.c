// expect: unsafe line 8; options: --check overflow
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    x = x * 2;
    return x == 4;
}
