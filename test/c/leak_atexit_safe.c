// expect: safe; options: --check leak
#include <stdlib.h>

static char *buffer;

static void cleanup(void) { free(buffer); }

int main(void)
{
    buffer = malloc(3);
    atexit(cleanup);
    return 0;
}
