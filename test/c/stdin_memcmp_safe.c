// expect: safe; options: --engine bits
/* Runs by chance that the circuit is compared with have values in the ranges that are asked for: that of a comparison's result has no 0. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    unsigned char in[3], back[3];
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 1;
    for (int i = 0; i < 3; i++) back[i] = (unsigned char)((in[i] << 4 | in[i] >> 4) & 255);
    for (int i = 0; i < 3; i++) back[i] = (unsigned char)((back[i] << 4 | back[i] >> 4) & 255);
    int order = memcmp(in, back, sizeof in);
    assert(order == 0);
    return 0;
}
