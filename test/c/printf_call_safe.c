// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    printf("%d %s %c %lld\n", x, "text", 'c', 5LL);
    if (x > 4) assert(x > 3);
    return 0;
}
