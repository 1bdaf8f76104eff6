// expect: safe; options: --check div
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
    v4 a = {1, 2, 3, 4}, b = {1, 1, 2, 2}, c = a / b;
    return c[3];
}
