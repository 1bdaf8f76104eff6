// expect: unsafe line 37
// fails with: nondet 1, 2, 3
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define LEN 3

static unsigned char crc8(const unsigned char *p, int n)
{
    unsigned char crc = 0;

    while (n-- > 0) {
        int bit;

        crc ^= *p++;
        for (bit = 0; bit < 8; bit++) {
            if (crc & 0x80)
                crc = (unsigned char)((crc << 1) ^ 0x07);
            else
                crc = (unsigned char)(crc << 1);
        }
    }
    return crc;
}

int main(void)
{
    unsigned char msg[LEN + 1];
    int i;

    for (i = 0; i < LEN; i++)
        msg[i] = __VERIFIER_nondet_uchar();
    msg[LEN] = crc8(msg, LEN - 1);

    /* the receiver computes the CRC over everything */
    assert(crc8(msg, LEN + 1) == 0);
    return 0;
}
