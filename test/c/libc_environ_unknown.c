// expect: unknown
// The environment moves when a variable is added.
#include <assert.h>
#include <stdlib.h>

extern char **environ;

int main(void)
{
    char **before = environ;
    setenv("A_NEW_ONE", "1", 1);
    assert(environ == before);
    return 0;
}
