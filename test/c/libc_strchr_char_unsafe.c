// expect: unsafe line 8
/* strchr looks for what its argument is as a char: clang computes this condition itself, without that conversion. */
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strchr("ab\xe9", 0xe9) == 0);
    return 0;
}
