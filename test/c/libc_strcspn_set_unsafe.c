// expect: unsafe line 8; options: --check bounds
// The set is read to its end, although its first character is found at once.
#include <string.h>

int main(void)
{
    char set[2] = {'a', 'b'};
    return (int)strcspn("ab", set);
}
