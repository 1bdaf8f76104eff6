// expect: safe
/* The program may put strings of its own among its arguments. */
#include <assert.h>
#include <string.h>

static char own[] = "own";

static int is_own(char **strings, int n)
{
    for (int i = 0; i < n; i++)
        if (strings[i] == own) return 1;
    return 0;
}

int main(int argc, char **argv)
{
    char *mine[] = {own, "other"};
    if (argc < 3) return 1;
    argv[1] = own;
    assert(is_own(argv, 2));
    assert(is_own(mine, 2));
    assert(strcmp(argv[1], "own") == 0);
    return 0;
}
