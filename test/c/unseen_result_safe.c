// expect: safe; options: -v
#include <assert.h>

unsigned char level(void);

int main(void)
{
    assert(level() <= 255);
    return 0;
}
