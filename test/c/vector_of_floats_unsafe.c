// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
typedef float f4 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
    f4 a = {1, 2, 3, 4}, b = a + a;
    v4 less = a < b;
    assert(less[0] == 0);
    return 0;
}
