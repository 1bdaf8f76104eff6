// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

/* How many of eight readings are above the first, counted upwards and downwards. */
int main(void)
{
    int reading[8], up = 0, down = 0;
    for (int i = 0; i < 8; i++) reading[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++) up += reading[i] > reading[0];
    for (int i = 7; i >= 0; i--) down += reading[i] > reading[0];
    assert(up == down && up <= 7);
    return 0;
}
