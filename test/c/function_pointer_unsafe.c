// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int (*f)(int, int) = x > 0 ? add : subtract;
    if (x > -100 && x < 100) assert(f(10, x) > 10);
    return 0;
}
