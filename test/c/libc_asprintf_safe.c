// expect: safe; options: -v
// asprintf allocates a string.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char *text = NULL;
    if (asprintf(&text, "%d-%s", 7, "x") < 0)
        return 1;
    assert(text[0] == '7' && text[1] == '-' && text[2] == 'x' && text[3] == 0);
    return 0;
}
