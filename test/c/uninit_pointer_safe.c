// expect: safe; options: --check uninit
int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = 3, *p;
    if (__VERIFIER_nondet_int()) p = &v;
    else p = 0;
    return p ? *p : 0;
}
