// expect: unsafe line 11; options: --check conversion
int __VERIFIER_nondet_int(void);

struct flags {
    unsigned mode : 3;
};

int main(void)
{
    struct flags f;
    f.mode = __VERIFIER_nondet_int();
    return f.mode == 1;
}
