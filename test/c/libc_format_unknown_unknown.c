// expect: unknown; options: --check pointer,bounds
// A format from outside may ask for any arguments, such as a string or a place to store to, that are not there.
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc > 1) printf(argv[1]);
    return 0;
}
