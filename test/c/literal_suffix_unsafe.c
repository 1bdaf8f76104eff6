// expect: unsafe line 14
// A linker may put a string at the end of a longer one.
#include <assert.h>

static int is_same(const char *a, const char *b)
{
    return a == b;
}

int main(void)
{
    const char *name = "file", *path = "profile";
    if (is_same(name, path + 3))
        assert(name[0] != 'f');
    return 0;
}
