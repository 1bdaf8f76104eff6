// expect: unsafe line 10; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0, y = 3;
    {
        int x = 5;
        p = &x;
        y += *p;
    }
    return *p;
}
