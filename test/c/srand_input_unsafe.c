// expect: unsafe line 10
/* The seed is the user's: its first number is found by running with it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    srand((unsigned)getchar());
    int first = rand() % 6 + 1;
    assert(first != 5);
    return 0;
}
