// expect: safe; options: -v --engine bits
/* The assertion is reached, though the engine knows what it says before it looks. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : NULL;
    if (first == NULL) return 0;
    assert(first != NULL);
    return 0;
}
