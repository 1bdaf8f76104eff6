// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

struct pair { int key; char value; };

int main(void)
{
    struct pair t[3] = {{1, 'a'}, {2, 'b'}, {3, 'c'}};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    t[i].value = 'z';
    assert(t[i].key == (int)i + 1);
    assert(t[0].value == 'a' || i == 0);
    return 0;
}
