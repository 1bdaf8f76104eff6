// expect: safe; options: -v
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char key[4] = "abc";
    explicit_bzero(key, 3);
    assert(key[0] == 0 && key[1] == 0 && key[2] == 0);
    return 0;
}
