// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
typedef long jump[32];
extern void longjmp(jump, int) __attribute__((noreturn));

static jump where;

int main(void)
{
    longjmp(where, 1);
    return 0;
}
