// expect: safe; options: -v
// Two numbers of files that were not open.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2] = {-1, -1};
    if (pipe(ends) == 0)
        assert(ends[0] >= 0 && ends[0] != ends[1]);
    return 0;
}
