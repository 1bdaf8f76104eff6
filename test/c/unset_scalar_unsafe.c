// expect: unsafe line 9
#include <assert.h>

int main(void)
{
    int x;
    unsigned char c;
    long long wide;
    assert(!(x == 7 && c == 200 && wide == -5000000000LL)); /* nothing has set them */
    return 0;
}
