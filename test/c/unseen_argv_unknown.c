// expect: unknown
#include <assert.h>

void parse(int n, char **arguments);

/* The strings are the program's own, and an unseen function that gets them may change them. */
int main(int argc, char **argv)
{
    char first = argv[0][0];
    parse(argc, argv);
    assert(argv[0][0] == first);
    return 0;
}
