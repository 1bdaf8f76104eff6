// expect: unknown; options: --check bounds
/* A function of the C library that has no model, and is declared to be pure: it reads six characters. */
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    char digits[4] = {'a', 'b', 'c', 'd'};
    return a64l(digits) == 3;
}
