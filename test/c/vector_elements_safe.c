// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char u16 __attribute__((vector_size(16)));

int main(void)
{
    v4 a = {1, 2, 3, 0x01020304}, b = {5, 6, 7, 8};
    int i = __VERIFIER_nondet_int(), plain[4];
    if (i < 0 || i > 3) return 0;
    a[i] = 9;
    assert(a[i] == 9);
    a[3] = 0x01020304;
    v4 mixed = __builtin_shufflevector(a, b, 4, 3, 0, 1);
    u16 bytes = (u16)mixed;
    assert(mixed[0] == 5 && bytes[4] == 4 && bytes[7] == 1);
    *(v4 *)plain = b;
    assert(plain[2] == 7);
    return 0;
}
