// expect: unknown; options: --check conversion
// clang checks assignments of values of another type, not this initial value.
int __VERIFIER_nondet_int(void);

struct flags {
    unsigned mode : 3;
};

int main(void)
{
    struct flags f = {(unsigned)__VERIFIER_nondet_int()};
    return f.mode == 1;
}
