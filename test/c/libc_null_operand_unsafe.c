// expect: unsafe line 8; options: --check bounds,pointer
/* A null pointer that stands in the call: there is no memory to ask about. */
#include <string.h>

int main(int argc, char **argv)
{
    size_t n = 0;
    if (argc == 3) n = strlen(0);
    return n > 3;
}
