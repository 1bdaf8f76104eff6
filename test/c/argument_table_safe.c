// expect: safe
/* A table of the program's is used in the same way as the arguments: what is found in either is not taken for the other. */
#include <assert.h>

static const char first[] = "a", second[] = "b";
static const char *const TABLE[] = {first, second};

static const char *pick(const char *const *strings, int i) { return strings[i]; }

int main(int argc, char **argv)
{
    const char *found = argc > 1 ? pick((const char *const *)argv, 1) : pick(TABLE, 1);
    if (argc == 1) assert(found == second && *found == 'b');
    if (argc > 1) assert(found != second);
    return 0;
}
