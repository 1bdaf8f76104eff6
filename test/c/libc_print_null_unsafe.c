// expect: unsafe line 11
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("HOME");
    printf("home: %s\n", home);
    /* the call above does not end the program */
    assert(home);
    return 0;
}
