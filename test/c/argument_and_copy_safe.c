// expect: safe
/* What the program was called with is not where its own objects are: writing to a copy does not change it. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2) return 1;
    const char *given = argv[1];
    char *copy = malloc(2);
    copy[0] = given[0];
    copy[1] = '\0';
    if (copy[0] == 'y') copy[0] = 'n';
    assert(argv[1][0] != 'n' || copy[0] == 'n');
    assert(copy[0] != 'n' || given[0] == 'n' || given[0] == 'y');
    free(copy);
    return 0;
}
