// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int balance = 10;
static void pay(int amount) { if (amount > 0 && amount <= 1 + balance) balance -= amount; }

int main(void)
{
    while (__VERIFIER_nondet_int()) pay(__VERIFIER_nondet_int());
    assert(balance >= 0);
    return 0;
}
