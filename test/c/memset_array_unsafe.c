// expect: unsafe line 10
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *memset(void *, int, unsigned long);

int main(void)
{
    unsigned a[4] = {1, 2, 3, 4};
    memset(a, 1, sizeof a);
    assert(a[0] == 0 && a[3] == 0);
    return 0;
}
