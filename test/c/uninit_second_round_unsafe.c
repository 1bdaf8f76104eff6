// expect: unsafe line 10; options: --check uninit
// A variable that is declared in a loop is unset in each round.
int __VERIFIER_nondet_int(void);

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) x = __VERIFIER_nondet_int();
        if (x == 3) return 1;
    }
    return 0;
}
