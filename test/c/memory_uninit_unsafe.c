// expect: unsafe line 7; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
    int *p;
    if (__VERIFIER_nondet_int()) p = &x;
    return *p;
}
