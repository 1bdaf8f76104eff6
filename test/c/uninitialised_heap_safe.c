// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);

int main(void)
{
    int *p = calloc(1, sizeof *p);
    if (!p) return 0;
    assert(*p != 7);
    return 0;
}
