// expect: unsafe line 7; options: -v
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc >= 2);
    return 0;
}
