// expect: safe
// Strings of which none is the end of the other share no memory, nor does an array.
#include <assert.h>

static int is_same(const char *a, const char *b)
{
    return a == b;
}

int main(void)
{
    static const char copy[] = "file";
    const char *name = "file", *path = "files", *other = "pile";
    assert(!is_same(name, path));
    assert(!is_same(name, other));
    assert(!is_same(name + 1, copy + 1));
    assert(is_same(name, "file"));
    return 0;
}
