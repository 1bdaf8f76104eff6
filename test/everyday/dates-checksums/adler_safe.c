// expect: safe
#include <assert.h>
#include <stdio.h>

#define MOD 251u                /* largest prime below 256 */

static unsigned a = 1, b = 0;

static void update(unsigned char c)
{
    a += c;
    if (a >= MOD)
        a -= MOD;
    if (a >= MOD)               /* c may be larger than MOD */
        a -= MOD;
    b += a;
    if (b >= MOD)
        b -= MOD;
}

/* An 8 bit variant of the Adler checksum of standard input. */
int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        update((unsigned char)c);
        assert(a < MOD);
        assert(b < MOD);
    }
    printf("%04x\n", (b << 8) | a);
    return 0;
}
