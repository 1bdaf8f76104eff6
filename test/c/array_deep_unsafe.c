// expect: unsafe line 12
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#define SIZE 50000

int main(void)
{
    static int a[SIZE];
    for (int i = 0; i < SIZE; i++) a[i] = i;
    int sum = 0;
    for (int i = 0; i < SIZE; i++) sum = (sum + a[i]) % 1000;
    assert(sum != 0);
    return 0;
}
