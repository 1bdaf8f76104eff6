// expect: unsafe line 8; options: -v
// argv ends with a null pointer; nothing before it is null.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    assert(argv[argc > 1] == NULL);
    return 0;
}
