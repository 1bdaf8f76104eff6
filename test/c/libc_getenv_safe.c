// expect: safe; options: -v
// A variable is there, or it is not.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("HOME");
    if (home == NULL)
        return 0;
    assert(home != NULL);
    return 0;
}
