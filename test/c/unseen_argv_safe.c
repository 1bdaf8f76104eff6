// expect: safe
#include <assert.h>

void parse(int n);

int main(int argc, char **argv)
{
    char first = argv[0][0];
    parse(argc);
    assert(argv[0][0] == first);
    return 0;
}
