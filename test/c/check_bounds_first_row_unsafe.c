// expect: unsafe line 10; options: --check bounds
/* The first row of a table ends before the second one begins. */
#include <stdio.h>

static int table[3][4];
int main(void)
{
    int c = getchar();
    if (c < 0 || c > 4) return 0;
    table[0][c] = 3;
    return table[1][0];
}
