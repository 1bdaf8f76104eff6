// expect: safe; options: -std=gnu99
#include <assert.h>

int main(void)
{
    assert(__STDC_VERSION__ == 199901L);
    return 0;
}
