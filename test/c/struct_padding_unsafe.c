// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct padded { char c; int i; short s; };
struct __attribute__((packed)) tight { char c; int i; short s; };

int main(void)
{
    struct tight t = {1, -2, 3};
    t.i++;
    assert(sizeof(struct padded) == 12 && t.c == 1 && t.i == -1 && t.s == 3);
    assert(sizeof(struct tight) == 8);
    return 0;
}
