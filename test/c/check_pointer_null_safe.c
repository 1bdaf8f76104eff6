// expect: safe; options: --check pointer
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int *p = __VERIFIER_nondet_int() ? &x : &x;
    *p = 1;
    return 0;
}
