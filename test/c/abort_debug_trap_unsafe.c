// expect: unsafe line 8; options: --check abort
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char x = (unsigned char)__VERIFIER_nondet_int();
    if (x == 255)
        __builtin_debugtrap();
    return 0;
}
