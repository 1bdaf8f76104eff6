// expect: unsafe line 10
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 2) {
        char b[8];
        char *e = b + argc % 4;
        assert(e != b + 3);
    }
    return 0;
}
