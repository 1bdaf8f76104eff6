// expect: unsafe line 8
/* The last argument is not null, what is behind it is. */
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argv[argc] == 0);
    assert(argv[argc - 1] == 0 || argc > 1);
    return 0;
}
