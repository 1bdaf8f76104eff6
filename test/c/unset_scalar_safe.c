// expect: safe
#include <assert.h>

int main(void)
{
    unsigned char c;
    int x;
    assert(c <= 255);
    if (x > 5) assert(x != 5);
    return 0;
}
