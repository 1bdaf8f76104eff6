// expect: unsafe line 9; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char b[] = "-4x", *e = 0;
    long long value = strtoll(b, &e, 10);
    assert(value == -4 && e == 0);
    return 0;
}
