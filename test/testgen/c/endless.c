// expect: complete; unreachable: 13
extern int __VERIFIER_nondet_int(void);

/* A server: it never ends. */
int main(void)
{
    int state = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (state == 0 && event == 3) state = 1;
        else if (state == 1 && event == 4) state = 2;
        else if (state == 2 && event == 5) state = 0;
        if (state > 2) return 1;
    }
}
