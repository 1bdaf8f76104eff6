// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

struct flags { unsigned a : 3, b : 5; };

int main(void)
{
    struct flags f = {0, 17};
    f.a = __VERIFIER_nondet_uint() & 7u;
    f.a++;
    assert(f.a <= 7);
    assert(f.b == 17);
    return 0;
}
