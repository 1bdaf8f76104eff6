// expect: unsafe line 10; options: --check bounds
static int a[4];
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 4) return 0;
    unsigned long address = (unsigned long)a + 4 * i;
    return *(int *)address;
}
