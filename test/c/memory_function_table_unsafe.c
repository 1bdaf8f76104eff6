// expect: unsafe line 12; options: --check bounds,pointer
static int a[2] = {1, 2}, b[4] = {1, 2, 3, 4};
extern unsigned __VERIFIER_nondet_uint(void);
static int *first(void) { return a; }
static int *second(void) { return b; }
static int *(*const table[])(void) = {first, second};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 2;
    int *p = table[i]();
    return p[2];
}
