// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() & 0xff;
    assert(__builtin_bswap32(0x01020304u) == 0x04030201u && __builtin_popcount(0xf0u) == 4);
    assert(__builtin_clz(1u) == 31 && __builtin_ctz(8u) == 3 && __builtin_ffs(0) == 0 && __builtin_parity(7u) == 1);
    assert(__builtin_rotateleft32(0x80000001u, 4) == 0x18u && __builtin_bitreverse8(0x13) == 0xc8);
    assert(__builtin_rotateright8(__builtin_rotateleft8((unsigned char)x, 3), 3) == x);
    assert(__builtin_elementwise_add_sat(2147483647, 1) == 2147483647 && __builtin_elementwise_sub_sat(1u, 2u) == 0);
    assert(__builtin_elementwise_max(3, -4) == 3 && __builtin_abs(-5) == 5 && __builtin_expect(x < 256, 1));
    return 0;
}
