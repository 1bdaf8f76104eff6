// expect: unknown
/* Ends of the program's own memory. */
#include <assert.h>
extern int __bss_start;
static int counts[64];
int main(void)
{
    int *at = &__bss_start;
    for (int i = 0; i < 40; i++) at[i] = 1;
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += counts[i];
    assert(sum == 0);
    return 0;
}
