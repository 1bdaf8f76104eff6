// expect: safe
#include <assert.h>

int main(void)
{
    short a[2];
    int s = 0;
    for (int i = 0; i < 2; i++) s += a[i];
    assert(s <= 65534 && s >= -65536);
    return 0;
}
