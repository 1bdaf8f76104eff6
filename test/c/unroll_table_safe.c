// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

/* A walk along a table of successors. */
static const int NEXT[6] = {3, 5, 0, 4, 1, 2};

int main(void)
{
    int at = 0, seen[6] = {0};
    for (int i = 0; i < 6; i++) {
        seen[at]++;
        at = NEXT[at];
    }
    assert(at == 0);
    for (int i = 0; i < 6; i++) assert(seen[i] == 1);
    return 0;
}
