// expect: unknown; options: --check uninit
/* What is stored in a variable that begins set may be unset. */
#include <string.h>

static char text[4];

int main(void)
{
    char c[2];
    text[0] = c[0];
    return (int)strlen(text);
}
