// expect: complete; unreachable: 4 10
extern int __VERIFIER_nondet_int(void);

static int (*unused)(int) = 0; int forgotten(int x) { if (x) return 1; return 2; }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x) x = 1;
    if (unused)
        return 3;
    return 0;
}
