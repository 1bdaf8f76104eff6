// expect: unsafe line 7; options: --check overflow
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char byte = (unsigned char)__VERIFIER_nondet_int();
    unsigned word = byte << 24;
    word |= byte << 16;
    return word == 1;
}
