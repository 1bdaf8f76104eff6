// expect: unsafe line 9
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (isdigit(c)) assert(c >= '1' && c <= '9');
    return 0;
}
