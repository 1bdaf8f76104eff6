// expect: unsafe line 10
/* Without leave to overwrite, a variable that is there stays. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    if (setenv("MODE", "on", 0) != 0) return 1;
    const char *mode = getenv("MODE");
    assert(mode && mode[0] == 'o');
    return 0;
}
