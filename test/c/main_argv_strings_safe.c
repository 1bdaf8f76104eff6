// expect: safe; options: --check assert,pointer
// As many arguments as argc says are strings, behind them comes null.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc > 2)
        assert(argv[2]);
    return argc > 1 ? argv[1][0] : 0;
}
