// expect: unsafe line 10
#include <assert.h>
#include <stdio.h>
static unsigned set[8];
int main(void)
{
    int c = getchar();
    if (c == EOF) return 0;
    set[c >> 5] |= 1u << (c & 31);
    assert(set[c / 32] >> c % 31 & 1);
    return 0;
}
