// expect: unsafe line 10; options: -v
// A variable is there, or it is not.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("HOME");

    assert(home != NULL);
    return 0;
}
