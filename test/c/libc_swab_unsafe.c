// expect: unsafe line 11; options: -v
// swab exchanges neighbours.
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char to[4] = "";
    swab("abcd", to, 4);
    assert(to[0] == 'a' && to[3] == 'c');
    return 0;
}
