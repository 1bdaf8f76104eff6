// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (isdigit(c)) assert(c >= '0' && c <= '9');
    return 0;
}
