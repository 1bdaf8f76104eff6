// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct shape {
    int (*size)(const struct shape *);
    int a, b;
};
static int rectangle(const struct shape *s) { return s->a + s->b; }
static int square(const struct shape *s) { return 4 * s->a; }

int main(void)
{
    struct shape shapes[2] = {{rectangle, 2, 3}, {square, 4, 0}};
    int total = 0;
    for (int i = 0; i < 2; i++) total += shapes[i].size(&shapes[i]);
    assert(total == 21);
    return 0;
}
