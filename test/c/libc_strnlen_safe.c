// expect: safe; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strnlen("abc", 2) == 2);
    return 0;
}
