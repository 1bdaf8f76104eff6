// expect: safe; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *level = getenv("LEVEL");
    if (level && level[0] == 'a' && level[1] == 0)
        assert(level[1] == 0);
    return 0;
}
