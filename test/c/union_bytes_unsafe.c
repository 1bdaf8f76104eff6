// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

union word { unsigned value; unsigned char bytes[4]; };

int main(void)
{
    union word w;
    w.value = __VERIFIER_nondet_uint();
    w.bytes[3] = 0;
    assert(w.value <= 0xfffffe);
    return 0;
}
