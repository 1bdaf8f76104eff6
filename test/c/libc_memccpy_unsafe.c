// expect: unsafe line 11; options: -v
// memccpy copies up to a byte, which is the last one.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char to[6] = "-----";
    char *behind = memccpy(to, "abcde", 'c', 5);
    assert(behind == to + 3 && to[0] == '-' && to[3] == '-');
    return 0;
}
