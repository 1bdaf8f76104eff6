// expect: complete; unreachable: 19
extern unsigned char __VERIFIER_nondet_uchar(void);

static int value(unsigned char c)
{
    switch (c) {
    case '0': case '1': case '2': return c - '0';
    case 'x': return 16;
    case 'y':
        c = 3; /* falls through */
    case 'z': return c;
    default: return -1;
    }
}

int main(void)
{
    int v = value(__VERIFIER_nondet_uchar());
    switch (v) {
    case 7: return 1;
    case 16: return 2;
    case 300: return 3;
    case -1: return 4;
    }
    return 0;
}
