// expect: safe; options: -v
// stat stores something if it succeeds, and only then.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat s;
    s.st_size = -7;
    if (stat("/", &s) != 0)
        return 0;
    assert(s.st_size != -8);
    return 0;
}
