// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

static int zero(void) { return 0; }
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[])(void) = {zero, one, two};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3) assert(table[i]() == (int)i);
    return 0;
}
