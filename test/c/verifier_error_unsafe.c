// expect: unsafe line 8
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3 && x * 2 == 6) __VERIFIER_error();
    return 0;
}
