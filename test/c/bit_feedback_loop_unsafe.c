// expect: unsafe line 11
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned t = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < 5; i++)
        t = (t >> 1) ^ ((t & 1) ? 0xedb88320u : 0u);
    assert(t != 0x12345678u);
    return 0;
}
