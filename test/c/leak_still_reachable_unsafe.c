// expect: unsafe line 10; options: --check leak
#include <stdlib.h>

static char *buffer;

int main(void)
{
    buffer = malloc(100);
    buffer[0] = 'a';
    exit(0);
}
