// expect: safe
/* The bytes of initial floating-point numbers of every format. */
#include <assert.h>
union {
    _Float16 f;
    unsigned short bits;
} half = {1.0f16};
union {
    float f;
    unsigned bits;
} single = {1.0f};
union {
    double f;
    unsigned long long bits;
} whole = {-2.0};
union {
    long double f;
    unsigned char bytes[16];
} extended = {1.0L};
struct {
    _Float16 half;
    short after[3];
} row = {1.0f16, {0, 0, 0}};
int main(void)
{
    assert(half.bits == 0x3c00 && single.bits == 0x3f800000u && whole.bits == 0xc000000000000000ull);
    assert(extended.bytes[7] == 0x80 && extended.bytes[8] == 0xff && extended.bytes[9] == 0x3f);
    assert(row.after[0] == 0 && row.after[1] == 0 && row.after[2] == 0);
    return 0;
}
