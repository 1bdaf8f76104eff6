// expect: unsafe line 8
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5) __VERIFIER_assert(x >= 7);
    return 0;
}
