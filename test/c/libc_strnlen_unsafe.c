// expect: unsafe line 7; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strnlen("abc", 9) == 2);
    return 0;
}
