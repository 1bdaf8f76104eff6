// expect: unknown; options: --check pointer,bounds
// The second %s has no argument.
#include <stdio.h>

int main(void)
{
    printf("%s %s\n", "one");
    return 0;
}
