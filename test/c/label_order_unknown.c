// expect: unknown
#include <assert.h>

int main(int argc, char **argv)
{
first:
    if (argc > 5) return 1;
second:
    if (argc > 6) goto *(argc > 7 ? &&first : &&second);
    assert(&&first < &&second);
    return 0;
}
