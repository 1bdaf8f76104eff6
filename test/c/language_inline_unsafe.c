// expect: unsafe line 11
#include <assert.h>

/* C11 6.7.4: the second declaration makes it an external definition. */
inline int next(int n) { return n + 1; }
extern inline int next(int n);

int main(int argc, char **argv)
{
    (void)argv;
    assert(next(argc) != 4);
    return 0;
}
