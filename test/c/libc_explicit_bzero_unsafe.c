// expect: unsafe line 10; options: -v
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char key[4] = "abc";
    explicit_bzero(key, 2);
    assert(key[0] == 0 && key[1] == 0 && key[2] == 0);
    return 0;
}
