// expect: unsafe line 11; options: -v
// stpcpy copies, and returns the end.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char to[8] = "";
    char *end = stpcpy(to, "abc");
    assert(end == to + 0 && to[2] == 'c');
    return 0;
}
