// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

struct account { int balance, limit; };
static void draw(struct account *a, int n)
{
    if (n >= 0 && n <= 1000 && a->balance - n >= -a->limit) a->balance -= n;
}

int main(void)
{
    struct account a = {100, 50};
    draw(&a, __VERIFIER_nondet_int());
    draw(&a, __VERIFIER_nondet_int());
    assert(a.balance >= -50);
    return 0;
}
