// expect: unsafe line 8; options: --check overflow
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    long long a = __VERIFIER_nondet_longlong();
    a += a;
    return a == 4;
}
