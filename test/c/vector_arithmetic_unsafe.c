// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

typedef int v4 __attribute__((vector_size(16)));

v4 start = {1, 2, 3, 4};

static v4 scaled(v4 a, v4 b) { return a + b * 2; }

int main(void)
{
    v4 a = start, b = {5, 6, 7, 8}, c = scaled(a, b);
    assert(c[0] == 11 && c[3] == 21);
    return 0;
}
