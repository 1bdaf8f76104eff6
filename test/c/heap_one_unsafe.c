// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = x;
    assert(*p == 0);
    free(p);
    return 0;
}
