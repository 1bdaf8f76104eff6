// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct counter { int value, step; };
static void set_step(struct counter *c, int s) { c->step = s; }
static void advance(struct counter *c) { c->value += c->step; }

int main(void)
{
    struct counter c = {0, 0};
    set_step(&c, 2);
    for (int i = 0; i < 3; i++) advance(&c);
    assert(c.value == 6);
    return 0;
}
