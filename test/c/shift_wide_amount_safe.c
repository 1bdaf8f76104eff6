// expect: safe; options: --check shift
/* A cast that was written is no part of the shift. */
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong() << 32;
    unsigned x = 7u >> (int)n;
    x <<= n >> 60;
    return x == 7;
}
