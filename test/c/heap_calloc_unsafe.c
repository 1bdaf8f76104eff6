// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);

int main(void)
{
    int *p = calloc(4, sizeof *p);
    if (!p) return 0;
    unsigned i = __VERIFIER_nondet_uint() % 4;
    assert(p[i] == 0);
    p[i] = 3;
    assert(p[0] + p[1] + p[2] + p[3] == 0);
    return 0;
}
