// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
typedef float f4 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
    f4 a = {1, 2, 3, 4}, b = a + a;
    v4 less = a < b;
    int x = 3;
    assert(x == 3 && (less[0] == 0 || less[0] == -1));
    return b[0] > 1;
}
