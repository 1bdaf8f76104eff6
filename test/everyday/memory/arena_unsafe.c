// expect: unsafe line 23
// fails with: nondet 13, 17
// Bump allocator with 4-byte alignment.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 30

static unsigned char memory[SIZE];
static size_t used;

static void *alloc(size_t n)
{
    size_t start;

    if (n > SIZE - used)
        return NULL;
    start = (used + 3) & ~(size_t)3;
    assert(start + n <= SIZE);
    used = start + n;
    return memory + start;
}

int main(void)
{
    int i;

    for (i = 0; i < 3; i++) {
        size_t n = __VERIFIER_nondet_uchar();
        void *p = alloc(n);

        if (p == NULL) {
            puts("out of memory");
            continue;
        }
        memset(p, i, n);
    }
    printf("%zu bytes used\n", used);
    return 0;
}
