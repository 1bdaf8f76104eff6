// expect: safe; options: --check leak
#include <stdlib.h>

static char *buffer;

int main(void)
{
    buffer = malloc(100);
    buffer[0] = 'a';
    free(buffer);
    exit(0);
}
