// expect: unsafe line 7
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc != 3) return 0;
    assert(argv[1][0] != '-' || argv[1][1] != 'x' || argv[1][2] != 0 || argv[2][0] != '7');
    return 0;
}
