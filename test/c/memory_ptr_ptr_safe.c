// expect: safe; options: --check bounds,pointer
extern int __VERIFIER_nondet_int(void);
void choose(int **out, int *a, int *b) { *out = __VERIFIER_nondet_int() ? a : b; }
int main(void) {
    int x[2] = {1, 2}, y[4] = {1, 2, 3, 4}, *p;
    choose(&p, x, y);
    return p == y ? p[3] : p[1];
}
