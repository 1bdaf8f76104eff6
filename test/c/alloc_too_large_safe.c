// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    char *block = malloc(n), *more = calloc(n, 16), *other = calloc(2, n);
    if (n > PTRDIFF_MAX) assert(!block);
    else if (n < 1 << 30) assert(block);
    if (n > PTRDIFF_MAX / 16) assert(!more);
    if (n > PTRDIFF_MAX / 2) assert(!other);
    assert(!realloc(block, (size_t)-1) && !malloc(PTRDIFF_MAX));
    assert(!calloc(SIZE_MAX / 2 + 2, 2) && calloc(0, (size_t)-1));
    return 0;
}
