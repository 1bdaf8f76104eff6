// expect: unsafe line 9; options: --arch 32
#include <assert.h>

int main(void)
{
    short a[5];
    int s = 0;
    for (int i = 0; i < 5; i++) s += a[i];
    assert(s != 12345);
    return 0;
}
