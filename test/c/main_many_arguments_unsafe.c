// expect: unsafe line 6
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argc < 100000);
    return 0;
}
