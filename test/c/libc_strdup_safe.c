// expect: safe; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    char from[] = "ab";
    char *copy = strdup(from);
    from[0] = 'A';
    assert(copy[0] == 'a' && copy[1] == 'b' && copy[2] == 0);
    return 0;
}
