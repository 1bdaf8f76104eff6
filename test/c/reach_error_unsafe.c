// expect: unsafe line 8
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x + 1 == 0) reach_error();
    return 0;
}
