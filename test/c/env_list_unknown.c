// expect: unknown
/* No run fails: getenv finds what is in the list. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void)
{
    int found = 0;
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "FOO=", 4) == 0) found = 1;
    if (!found) assert(getenv("FOO") == NULL);
    return 0;
}
