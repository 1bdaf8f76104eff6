// expect: unsafe line 13
// A slow counter with a head start, and a fast one.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void)
{
    int slow = 300000001, fast = 0;
    while (fast < slow) {
        slow += 2;
        fast += 3;
    }
    assert(slow == 900000000 && fast == 900000000);
    return 0;
}
