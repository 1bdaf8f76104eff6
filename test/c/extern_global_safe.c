// expect: safe
#include <assert.h>
extern unsigned char table[16];

int main(void)
{
    assert(table[3] < 256);
    return 0;
}
