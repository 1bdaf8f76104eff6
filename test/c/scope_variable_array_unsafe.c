// expect: unsafe line 14; options: --check assert,pointer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
/* the next array is where the last one was, and AddressSanitizer sees nothing wrong with that */
static int *kept;

int main(void)
{
    int s = 0;
    for (int n = 1; n < 3; n++) {
        int a[n];
        a[0] = 1;
        if (n == 1) kept = a;
        else s += *kept;
    }
    return s;
}
