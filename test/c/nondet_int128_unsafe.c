// expect: unsafe line 8
#include <assert.h>
unsigned __int128 outside(void);

int main(void)
{
    unsigned __int128 big = outside(), limit = (unsigned __int128)1 << 127;
    assert(big < limit + 5 || big > limit + 6);
    return 0;
}
