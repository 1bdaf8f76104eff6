// expect: safe; options: --strict --check assert,leak,pointer,bounds
// errx ends the program, and reads what its format names; warn goes on.
#include <assert.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[16] = "the program";
    char *block = malloc(4);
    if (argc > 3) warn("%s: %d arguments", name, argc);
    free(block);
    if (argc < 2) errx(2, "usage: %s WORD", name);
    assert(argc >= 2 && name[0] == 't');
    return 0;
}
