// expect: unsafe line 9
// A null pointer as a name is an error that setenv tells of.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *name = NULL;
    assert(setenv(name, "1", 1) == 0);
    return 0;
}
