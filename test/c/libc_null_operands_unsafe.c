// expect: unsafe line 8; options: --check pointer
/* As above, with no other pointer in the call. */
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 3) return strncmp(0, 0, 0); /* looks at nothing */
    return strcmp(0, 0);
}
