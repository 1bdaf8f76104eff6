// expect: safe; options: --check overflow
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long a = __VERIFIER_nondet_int();
    a += a;
    return a == 4;
}
