// expect: unsafe line 8; options: -v
#include <assert.h>

unsigned char level(void);

int main(void)
{
    assert(level() <= 254);
    return 0;
}
