// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct value { int is_pair; union { long long number; struct { int a, b; } pair; } u; };
static int size(const struct value *v) { return v->is_pair ? v->u.pair.a + v->u.pair.b : v->u.number != 0; }

int main(void)
{
    struct value v;
    if (__VERIFIER_nondet_int()) {
        v.is_pair = 1;
        v.u.pair.a = 3;
        v.u.pair.b = 4;
    } else {
        v.is_pair = 0;
        v.u.number = 1LL << 33;
    }
    assert(size(&v) == 7 || size(&v) == 1);
    return 0;
}
