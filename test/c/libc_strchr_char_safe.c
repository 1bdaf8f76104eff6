// expect: safe
/* strchr looks for what its argument is as a char: clang computes these conditions itself, without that conversion. */
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strchr("abc", 256 + 'b') != 0);
    assert(strchr("ab\xe9", 0xe9) != 0);
    assert(strchr("abc", 'd') == 0);
    assert(strchr("abc", 0) != 0);
    return 0;
}
