// expect: unsafe line 11
// A line that a failure to read cuts off is no line for fgets, whatever was read before.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[8] = "?";
    if (ungetc('x', stdin) == EOF) return 0;
    char *got = fgets(line, sizeof line, stdin);
    assert(got);
    return 0;
}
