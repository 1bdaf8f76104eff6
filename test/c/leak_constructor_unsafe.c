// expect: unsafe line 8; options: --check leak
#include <stdlib.h>

static char *buffer;

__attribute__((constructor)) static void set_up(void) { buffer = malloc(4); }

int main(void)
{
    buffer[0] = 'a';
    return 0;
}
