// expect: unsafe line 37
// fails with: stdin "abc\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SIZE 16

static unsigned char sum_of(const unsigned char *p, size_t n)
{
    unsigned char sum = 0;
    size_t i;

    for (i = 0; i < n; i++)
        sum = (unsigned char)(sum + p[i]);
    return sum;
}

/* The last byte of a block makes the sum of all the bytes zero. */
static void seal(unsigned char *block)
{
    unsigned char sum = sum_of(block, SIZE - 1);

    block[SIZE - 1] = (unsigned char)~sum;
}

int main(void)
{
    unsigned char block[SIZE];
    size_t n;

    memset(block, 0, sizeof block);
    n = fread(block, 1, SIZE - 1, stdin);
    if (n == 0)
        return 1;
    seal(block);
    assert(sum_of(block, SIZE) == 0);
    printf("checksum %02x\n", block[SIZE - 1]);
    return 0;
}
