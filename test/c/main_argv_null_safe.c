// expect: safe; options: -v
// argv ends with a null pointer; nothing before it is null.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    assert(argv[argc] == NULL);
    return 0;
}
