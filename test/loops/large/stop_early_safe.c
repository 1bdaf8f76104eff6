// expect: safe
// An input stops the loop; the relation of the counters stays.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 1000000000;
    while (x < y && __VERIFIER_nondet_int()) {
        x++;
        y--;
    }
    assert(x + y == 1000000000 && x <= y);
    return 0;
}
