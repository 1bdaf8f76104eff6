// expect: unsafe line 8; options: --check shift
/* The compiler makes the amount as narrow as what is shifted: what it cuts off counts. */
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong() << 32;
    return (7u >> n) == 7;
}
