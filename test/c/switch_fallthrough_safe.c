// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1: y += 1;
    case 2: y += 2; break;
    case 3: y += 4; break;
    default: y = -1;
    }
    if (x == 1) assert(y == 3);
    if (x == 3) assert(y == 4);
    if (x == 9) assert(y == -1);
    return 0;
}
