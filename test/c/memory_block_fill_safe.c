// expect: safe; options: --check bounds
extern void *memset(void *, int, unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char a[8], b[16];
    unsigned n = __VERIFIER_nondet_uint();
    char *p = n % 2 ? a : b;
    if (n > (n % 2 ? 8 : 16)) return 0;
    memset(p, 0, n);
    return 0;
}
