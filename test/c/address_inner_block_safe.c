// expect: safe
/* Addresses of variables of inner blocks are compared while the variables are there; some of the pointers are only compared. */
#include <assert.h>

static char *end_of(char *first, int n) { return first + n; }

int main(int argc, char **argv)
{
    (void)argv;
    {
        char b[8];
        char *e = b + 3;
        assert(e == b + 3);
    }
    for (int i = 0; i < 2; i++) {
        int x, *e = &x;
        {
            int *inner = e;
            assert(inner == &x);
        }
    }
    if (argc > 1) {
        char b[4];
        char *end = end_of(b, 4);
        for (char *p = b; p != end; p++) *p = 1;
        assert(b[3] == 1);
    }
    return 0;
}
