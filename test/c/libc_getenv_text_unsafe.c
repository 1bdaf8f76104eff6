// expect: unsafe line 9; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *level = getenv("LEVEL");
    if (level && level[0] == 'a' && level[1] == 0)
        assert(level[0] == 0);
    return 0;
}
