// expect: complete; unreachable: 13; options: --goal danger
extern int __VERIFIER_nondet_int(void);
void danger(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 17) danger(x);
    if (x > 3) {
        if (x < 5)
            danger(1);
        if (x < 3)
            danger(2);
    }
    return 0;
}
