// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), r = 0;
    if (x < 0) goto fail;
    r = 1;
    goto out;
fail:
    r = -1;
out:
    assert(x < 0 ? r == -1 : r == 1);
    return 0;
}
