// expect: safe; options: -v
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char path[64] = "";
    if (getcwd(path, sizeof path))
        assert(path[0] != 0);
    return 0;
}
