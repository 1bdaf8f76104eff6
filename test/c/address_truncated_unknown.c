// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int x;

int main(void)
{
    assert((int)(long)&x != 0x12345670);
    return 0;
}
