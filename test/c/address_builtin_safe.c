// expect: safe; options: --check assert,unsigned
/* The bits below the alignment are known, and so is what an address plus a number leads to. */
#include <assert.h>
#include <stdint.h>
long row[4];
int main(void)
{
    uintptr_t next = (uintptr_t)&row[1] + sizeof *row;
    *(long *)next = 7;
    assert(row[2] == 7);
    assert(__builtin_ctzl((uintptr_t)&row[0] | 64) >= 3);
    return 0;
}
