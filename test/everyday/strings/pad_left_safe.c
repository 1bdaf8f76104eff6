// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define FIELD 12

/* Right aligns the text of a number in a field of the given width. */
static void pad(char *out, unsigned width, unsigned value)
{
    char digits[11];
    size_t n, fill = 0;

    snprintf(digits, sizeof digits, "%u", value);
    n = strlen(digits);
    if (n < width)
        fill = width - n;
    memset(out, ' ', fill);
    memcpy(out + fill, digits, n);
    out[fill + n] = '\0';
}

int main(void)
{
    char out[FIELD + 1];
    unsigned width = __VERIFIER_nondet_uint();
    unsigned value = __VERIFIER_nondet_uint();

    __VERIFIER_assume(width <= FIELD);
    pad(out, width, value);
    assert(strlen(out) >= width);
    assert(strlen(out) > 0);
    printf("[%s]\n", out);
    return 0;
}
