// expect: unsafe line 14
/* The variable that getenv finds is in the list from the start. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv, char **envp)
{
    const char *level = secure_getenv("LEVEL");
    if (!level || level[0] != '7') return 0;
    int found = 0;
    for (char **e = envp; *e; e++)
        if ((*e)[0] == 'L' && (*e)[1] == 'E') found = 1;
    assert(!found);
    return argc > 1 && argv[1][0];
}
