// expect: unsafe line 9; options: --check leak
// The program ends where errx is called, and the block is still there.
#include <err.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *block = malloc(4);
    if (argc < 2) errx(2, "usage: %s WORD", argv[0]);
    free(block);
    return 0;
}
