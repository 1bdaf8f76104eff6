// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static void *const targets[] = {&&zero, &&one, &&two};
    int i = __VERIFIER_nondet_int(), x = 5;
    if (i < 0 || i > 2) return 0;
    goto *targets[i];
zero:
    x = 0;
    goto end;
one:
    x = 1;
    goto end;
two:
    x = 2;
end:
    assert(x == i);
    return 0;
}
