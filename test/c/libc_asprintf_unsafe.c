// expect: unsafe line 12; options: -v
// asprintf allocates a string.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char *text = NULL;
    if (asprintf(&text, "%d-%s", 7, "x") < 0)
        return 1;
    assert(text == NULL);
    return 0;
}
