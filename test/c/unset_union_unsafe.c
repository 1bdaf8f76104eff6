// expect: unsafe line 13
#include <assert.h>

union both {
    unsigned whole;
    unsigned char part[4];
};

int main(void)
{
    union both u;
    if (u.part[1] != 0x34) return 0;
    assert(u.whole != 0x56783499u);
    return 0;
}
