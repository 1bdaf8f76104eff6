// expect: unsafe line 9
// Numbers that are no errors share the place of their message, also 41 and 58, which are among those that are.
#include <assert.h>
#include <string.h>

int main(void)
{
    char *first = strerror(41), *second = strerror(58);
    assert(first != second);
    return 0;
}
