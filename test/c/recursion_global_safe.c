// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int depth, deepest;

static void descend(int n)
{
    depth++;
    if (depth > deepest) deepest = depth;
    if (n > 0) descend(n - 1);
    depth--;
}

int main(void)
{
    descend(__VERIFIER_nondet_int());
    assert(deepest >= 1);
    return 0;
}
