// expect: safe; options: --check assert,pointer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
static int *kept;

int main(void)
{
    int s = 0;
    for (int n = 1; n < 4; n++) {
        int a[n];
        kept = a;
        for (int i = 0; i < n; i++) a[i] = 1;
        s += *kept;
    }
    assert(s == 3);
    return 0;
}
