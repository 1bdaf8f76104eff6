// expect: safe; options: --check assert,overflow,div,shift,bounds,pointer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int table[8];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    int d = __VERIFIER_nondet_int();
    if (i >= 8 || d < 1 || d > 8) return 0;
    table[i] = 16 / d;
    int *p = &table[i];
    assert(*p >= 2 && *p <= 16);
    return table[i] << (d - 1) > 3;
}
