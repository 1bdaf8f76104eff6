// expect: safe; options: --arch 32
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 2) return 0;
    unsigned char first = (unsigned char)argv[1][0];
    assert(first < 256);
    return 0;
}
